import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import styles from './mapped-text.module.css';
import type { PillText } from './sources.ts';

/** A pill in running text: the step's number, the label, and the value that the sample has. */
export class PillView implements NodeView {
  readonly dom = document.createElement('span');
  readonly #path: string;
  readonly #read: (path: string) => PillText;

  constructor({ attrs }: Node, read: (path: string) => PillText) {
    this.#path = String(attrs['path']);
    this.#read = read;
    this.dom.contentEditable = 'false';
    this.dom.dataset['path'] = this.#path;
    this.refresh();
  }

  /** Shows what the step gives by now. */
  refresh(): void {
    const { number, app, label, example, isGone } = this.#read(this.#path);
    this.dom.className = styles.pill ?? '';
    this.dom.dataset['gone'] = String(isGone);
    this.dom.title = isGone ? 'The step that gave this is gone.' : `${label}: ${example || 'empty'}`;
    const mark = element('span', styles.mark);
    mark.dataset['other'] = String(app !== null);
    const name = element('span', styles.label, `${number === null ? 'Missing: ' : `${number}. `}${label}`);
    const value = element('span', styles.example, example);
    value.dir = 'auto';
    this.dom.replaceChildren(mark, name, ...(example ? [value] : []));
  }

  selectNode(): void {
    this.dom.dataset['selected'] = 'true';
  }

  deselectNode(): void {
    delete this.dom.dataset['selected'];
  }

  ignoreMutation(): boolean {
    return true;
  }
}

function element(tag: string, className: string | undefined, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className ?? '';
  made.textContent = text;
  return made;
}
