import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O & { help: { type: 'boolean' } }; allowNegative: true }>
>['values'];

/**
 * Runs a script as a command: shows its usage with --help, and says in one sentence what is wrong, also with an
 * option that it does not know. The process ends with the code that `run` returns.
 */
export async function command<const O extends Options>(
  usage: string,
  options: O,
  run: (values: Values<O>) => Promise<number>,
): Promise<void> {
  try {
    const { values } = parseArgs({
      allowNegative: true,
      options: { ...options, help: { type: 'boolean' } as const },
    });
    if ('help' in values && values.help) console.log(usage);
    else process.exitCode = await run(values);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
