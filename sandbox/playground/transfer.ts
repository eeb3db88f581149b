import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { product } from '../../src/product.ts';
import { ApiError } from '../api/errors.ts';
import type { Definition } from '../zaps/definition.ts';
import { type DraftFile, draftOf, fileOf, looseFile } from '../zaps/draft-file.ts';
import { isRecord } from '../zaps/references.ts';
import { inProduct, parseAs, parseJson, parseZapFile, ZapFileError } from '../zaps/zap-file.ts';
import { flowOf } from './flow.ts';
import { inWords, Unusable } from './problems.ts';
import type { BrokenTemplate, Template } from './protocol.ts';

const examples = resolve(import.meta.dirname, '../../examples');

/** The examples, to start from; a broken one is told and leaves the others alone. */
export async function readTemplates(
  definition: Definition,
  directory = examples,
): Promise<{ templates: Template[]; broken: BrokenTemplate[] }> {
  const templates: Template[] = [];
  const broken: BrokenTemplate[] = [];
  for (const id of (await readdir(directory)).filter((name) => name.endsWith('.json')).sort()) {
    try {
      const draft = await readTemplate(id, definition, directory);
      templates.push({
        id,
        title: draft.title,
        description: draft.description,
        flow: flowOf(draft, definition),
      });
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      broken.push({ id, problems: error.problems.map(({ sentence }) => sentence) });
    }
  }
  return { templates, broken };
}

/** @throws ApiError 404, Unusable */
export async function readTemplate(
  id: string,
  definition: Definition,
  directory = examples,
): Promise<DraftFile> {
  if (!(await readdir(directory)).includes(id)) throw new ApiError(404, 'There is no such template.');
  const text = inProduct(await readFile(join(directory, id), 'utf8'), product.name);
  return explained(id, definition, text, (json) => draftOf(parseZapFile(json, id)));
}

/** Takes a file in, in which anything may still be missing. @throws Unusable with what is wrong and where */
export function importFile(name: string, text: string, definition: Definition): DraftFile {
  return explained(name, definition, text, (json) => draftOf(parseAs(looseFile, json, name)));
}

/** A file to download. */
export function exportFile(draft: DraftFile): { name: string; content: string } {
  const words = draft.title.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-');
  const name = words.replace(/^-+|-+$/g, '').toLowerCase();
  return { name: `${name || 'zap'}.json`, content: `${JSON.stringify(fileOf(draft), null, 2)}\n` };
}

function explained<Result>(
  name: string,
  definition: Definition,
  text: string,
  parse: (json: unknown) => Result,
): Result {
  let json: unknown;
  try {
    json = parseJson(text, name);
    if (!isRecord(json)) throw new ZapFileError(name, [{ path: [], says: 'must hold one Zap: an object' }]);
    return parse(json);
  } catch (error) {
    if (!(error instanceof ZapFileError)) throw error;
    throw new Unusable(`“${name}” cannot be used as a Zap.`, inWords(error.found, json, definition));
  }
}
