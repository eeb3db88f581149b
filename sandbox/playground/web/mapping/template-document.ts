// A field's text as a document: lines of text, in which pills stand for what earlier steps gave.
import { type Node, Schema } from 'prosemirror-model';

export const schema = new Schema({
  nodes: {
    doc: { content: 'line+' },
    line: { content: 'inline*', parseDOM: [{ tag: 'p' }, { tag: 'div' }], toDOM: () => ['p', 0] },
    text: { group: 'inline' },
    pill: {
      group: 'inline',
      inline: true,
      atom: true,
      draggable: true,
      attrs: { path: { validate: 'string' } },
      parseDOM: [
        {
          tag: 'span[data-path]',
          getAttrs: (element) => ({ path: element.getAttribute('data-path') ?? '' }),
        },
      ],
      toDOM: ({ attrs }) => ['span', { 'data-path': String(attrs['path']) }, templateOfPath(attrs['path'])],
    },
  },
});

const templateOfPath = (path: unknown): string => `{{${String(path)}}}`;

/** @param value text with references, such as `Invoice {{invoice.number}}` */
export function documentOf(value: string): Node {
  return schema.node('doc', null, linesOf(value));
}

export function linesOf(value: string): Node[] {
  return value.split('\n').map((line) =>
    schema.node(
      'line',
      null,
      line.split(/(\{\{[^{}]*\}\})/).flatMap((part) => {
        const path = /^\{\{([^{}]*)\}\}$/.exec(part)?.[1];
        if (path !== undefined) return [schema.node('pill', { path: path.trim() })];
        return part ? [schema.text(part)] : [];
      }),
    ),
  );
}

/** The text with references again. */
export function templateOf(document: Pick<Node, 'textBetween' | 'content'>): string {
  return document.textBetween(0, document.content.size, '\n', ({ attrs }) => templateOfPath(attrs['path']));
}
