import type { Connection } from './connection.ts';
import { invokeTrigger, titleOfTrigger } from './listener.ts';
import { prepareZap } from './prepare.ts';
import type { RunRecord } from './records.ts';
import { isRecord } from './references.ts';
import { deliveredTrigger, knownTrigger } from './steps/trigger.ts';
import type { Work } from './steps/work.ts';
import type { ZapFile } from './zap-file.ts';

/**
 * What a run of a runner before this one has to do, with the trigger that it had: what that gave, or else what was
 * delivered to it.
 * @param file the Zap as it was then
 * @throws ZapFileError when it cannot be run any more
 */
export async function worksOf(record: RunRecord, file: ZapFile, connection: Connection): Promise<Work[]> {
  const meta = { timezone: 'UTC', zap: { id: record.zapId } };
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
