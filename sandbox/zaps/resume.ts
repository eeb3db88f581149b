import type { Connection } from './connection.ts';
import { invokeTrigger, titleOfTrigger } from './listener.ts';
import { prepareZap } from './prepare.ts';
import type { RunRecord } from './records.ts';
import { isRecord } from './references.ts';
import { deliveredTrigger, knownTrigger } from './steps/trigger.ts';
import type { Work } from './steps/work.ts';
import type { Subscription } from './triggers/hook.ts';
import type { Zap } from './zap.ts';
import type { ZapFile } from './zap-file.ts';

/**
 * What a run of a runner before this one has to do, with the trigger that it had: what that gave, or else what was
 * delivered to it.
 * @param file the Zap as it was then
 * @throws ZapFileError when it cannot be run any more
 */
export async function worksOf(record: RunRecord, file: ZapFile, connection: Connection): Promise<Work[]> {
  const meta = metaOf(record.zapId);
  const { trigger, works } = await prepareZap(file, connection, meta);
  const title = titleOfTrigger(trigger);
  const [first] = record.steps;
  if (!first || isRecord(first.output) || trigger.kind === 'stand-in') {
    return [knownTrigger(title, isRecord(first?.output) ? first.output : {}), ...works];
  }
  const { input: cleanedRequest } = first;
  const perform = () => invokeTrigger(connection, trigger, meta, 'perform', { cleanedRequest });
  return [deliveredTrigger(title, cleanedRequest, perform, () => {}), ...works];
}

/** Ends a subscription that a runner before this one has left. @throws Failure */
export async function endLeft(subscription: Subscription, { content, record }: Zap): Promise<void> {
  const { file, connection } = content;
  if (file.trigger.kind === 'app') return;
  await connection.invoke(`triggers.${file.trigger.step}.operation.performUnsubscribe`, {
    ...subscription,
    inputData: file.trigger.input,
    meta: metaOf(record.id),
  });
}

const metaOf = (id: string) => ({ timezone: 'UTC', zap: { id } });
