// Markdown: what is in a document, tables, and the parts that commands write.
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import GithubSlugger from 'github-slugger';
import { markdownTable } from 'markdown-table';
import { toString as textOf } from 'mdast-util-to-string';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { visit } from 'unist-util-visit';

/** What stands in a text. */
export interface Parts {
  /** Addresses of links and pictures. */
  links: string[];
  /** What stands in backticks within a line. */
  code: string[];
  /** The plain text between these, piece by piece. */
  texts: string[];
  headings: { text: string; anchor: string }[];
}

/**
 * @param dialect Zapier's editor knows plain Markdown; GitHub also tables, and links without a form
 */
export function partsOf(text: string, dialect: 'plain' | 'github' = 'plain'): Parts {
  const parser = dialect === 'github' ? remark().use(remarkGfm) : remark();
  const parts: Parts = { links: [], code: [], texts: [], headings: [] };
  const slugger = new GithubSlugger();
  visit(parser.parse(text), (node, _index, parent) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      parts.links.push(node.url);
    if (node.type === 'inlineCode') parts.code.push(node.value);
    if (node.type === 'text' && parent?.type !== 'link') parts.texts.push(node.value);
    if (node.type === 'heading') {
      const heading = textOf(node);
      parts.headings.push({ text: heading, anchor: slugger.slug(heading) });
    }
  });
  return parts;
}

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
