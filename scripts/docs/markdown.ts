// Tables, and the parts of documents that commands write.
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { markdownTable } from 'markdown-table';

/**
 * A table in Markdown.
 * @param rows the first is the heading
 * @param align a letter for each column: `l` or `r`; the last one goes for all that follow
 */
export function table(rows: readonly (readonly string[])[], align = 'l'): string {
  const columns = Math.max(...rows.map(({ length }) => length));
  return markdownTable(
    rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '))),
    {
      align: [...align.padEnd(columns, align.at(-1))].map((letter) => (letter === 'r' ? 'r' : null)),
      alignDelimiters: false,
    },
  );
}

/** When and on what something was measured, as a sentence. */
export function measured(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day} with Node.js ${process.versions.node} on ${cpus().length} cores.`;
}

/**
 * The document with other content between the marks `<!-- name -->` and `<!-- /name -->`.
 * @throws Error where it has no such marks
 */
export function withSection(document: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document has no section ${start} … ${end}.`);
  return `${document.slice(0, from + start.length)}\n${content}\n${document.slice(to)}`;
}

/** Writes a section of a document in the folder docs, and says so. */
export async function writeSection(file: string, name: string, content: string): Promise<void> {
  await writeFile(file, withSection(await readFile(file, 'utf8'), name, content));
  console.log(`Wrote the section “${name}” of ${file}.`);
}
