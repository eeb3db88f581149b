// Checks of the platform, and those that only Zapier can do.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Check, onlyOnZapier } from './check.ts';

const SECONDS = 1000;

/** The newest release of zapier-platform-core as npm knows it; undefined where npm cannot be asked. */
export async function newestCore(): Promise<string | undefined> {
  const args = ['view', 'zapier-platform-core', 'version', '--fetch-retries=0'];
  try {
    const { stdout } = await promisify(execFile)('npm', args, { timeout: 20 * SECONDS });
    return /^\d+\.\d+\.\d+$/.exec(stdout.trim())?.[0];
  } catch {
    return undefined;
  }
}

const newest: Check = {
  id: 'D027',
  title: 'The app uses the newest zapier-platform-core',
  run: ({ definition, newestCore, sandbox }) => {
    const { platformVersion } = definition;
    if (newestCore === platformVersion) return { problems: [] };
    if (newestCore === undefined) {
      const why = sandbox ? 'npm is not asked for the sandbox build' : 'npm could not be asked';
      return {
        problems: [],
        open: `The app uses ${platformVersion}; ${why}. “npm view zapier-platform-core version” tells the newest.`,
      };
    }
    const fix = `Run “npm install --save-exact zapier-platform-core@${newestCore}”, the same with --save-dev for zapier-platform-cli, and the tests: ${platformVersion} is older.`;
    return { problems: [{ place: 'package.json', fix }] };
  },
};

const zapHistory = 'it looks at your Zaps and their history';

export const platformChecks = [
  newest,
  onlyOnZapier('A001', 'An account is connected', 'Connect one to the pushed version.'),
  onlyOnZapier(
    'E001',
    'Environment variables are as they were',
    'It compares versions: check yours before you promote or migrate.',
  ),
  onlyOnZapier('M003', 'You work for the product’s company', 'State it in the settings of the integration.'),
  onlyOnZapier(
    'M005',
    'An admin has an e-mail address at the home page’s domain',
    'Invite one to the integration’s team.',
  ),
  onlyOnZapier('M007', 'No other public integration has this name', 'Only Zapier knows the others.'),
  onlyOnZapier('S001', 'Three people have a live Zap', `Invite them: ${zapHistory}.`),
  onlyOnZapier('S002', 'Each visible step is in a live Zap', `Make Zaps that use every step: ${zapHistory}.`),
  onlyOnZapier('T001', 'Each visible step ran with success', `Let those Zaps run: ${zapHistory}.`),
  onlyOnZapier('U001', 'The developer terms are accepted', 'Accept them in the developer dashboard.'),
];
