import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { baseKeymap } from 'prosemirror-commands';
import { closeHistory, history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { Fragment, Slice } from 'prosemirror-model';
import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './mapped-text.module.css';
import { PillView } from './pill-view.ts';
import { SourceList } from './source-list.tsx';
import { pillText, type SourceGroup } from './sources.ts';
import { documentOf, linesOf, schema, templateOf } from './template-document.ts';

export type MappedTextProps = {
  label: string;
  labelId?: string;
  describedBy?: string | undefined;
  placeholder?: string | undefined;
  isRequired?: boolean;
  isInvalid?: boolean;
  /** Takes several lines. */
  isLong?: boolean;
  value: string;
  groups: readonly SourceGroup[];
  onChange: (value: string) => void;
  onBlur?: () => void;
};

/** Where the list of what can be inserted stands, within the field; `slash` if it was asked for by typing one. */
type Listing = { x: number; y: number; slash: boolean };

/** Text in which pills stand for what earlier steps gave: typed, moved, copied, undone like any text. */
export function MappedText({ value, groups, onChange, isLong = false, ...props }: MappedTextProps) {
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const pills = useRef(new Set<PillView>());
  const [listing, setListing] = useState<Listing>();
  const canMap = groups.some(({ sources }) => sources.length > 0);

  const read = useEffectEvent((path: string) => pillText(groups, path));
  const changed = useEffectEvent(onChange);
  const blurred = useEffectEvent(() => props.onBlur?.());
  const open = useEffectEvent((slash: boolean) => {
    const view = editor.current;
    const around = frame.current?.getBoundingClientRect();
    if (!view || !around || !canMap) return false;
    const at = view.coordsAtPos(view.state.selection.head);
    setListing({ x: at.left - around.left, y: at.bottom - around.top, slash });
    return true;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once and keeps its own text
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView(place.current, {
      state: stateOf(value, isLong),
      nodeViews: {
        pill: (node) => {
          const pill = new PillView(node, (path) => read(path));
          pills.current.add(pill);
          return Object.assign(pill, { destroy: () => pills.current.delete(pill) });
        },
      },
      dispatchTransaction(transaction) {
        view.updateState(view.state.apply(transaction));
        if (transaction.docChanged) changed(templateOf(view.state.doc));
      },
      handleTextInput(_view, from, _to, text) {
        const before = view.state.doc.textBetween(Math.max(0, from - 1), from, '\n', '\n');
        return text === '/' && (before === '' || /\s/.test(before)) && open(true);
      },
      handleDOMEvents: {
        // Each of these is undone by itself, however quickly it came after typing.
        cut: undoneAlone,
        paste: undoneAlone,
        drop: undoneAlone,
        blur: () => {
          blurred();
          return false;
        },
      },
      clipboardTextSerializer: (slice) => templateOf({ ...textOf(slice), content: slice.content }),
      clipboardTextParser: (text) => {
        const lines = linesOf(isLong ? text : text.replaceAll(/\s*\n\s*/g, ' '));
        return new Slice(Fragment.from(lines), 1, 1);
      },
    });
    editor.current = view;
    return () => view.destroy();
  }, []);

  // What was changed elsewhere, such as by undoing, is shown here as well.
  useEffect(() => {
    const view = editor.current;
    if (view && templateOf(view.state.doc) !== value) view.updateState(stateOf(value, isLong));
  }, [value, isLong]);

  // Another sample, another value on the pill.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pills read the groups
  useEffect(() => {
    for (const pill of pills.current) pill.refresh();
  }, [groups]);

  const { label, labelId, describedBy, isRequired = false, isInvalid = false, placeholder } = props;
  useEffect(() => {
    editor.current?.setProps({
      attributes: {
        role: 'textbox',
        'aria-multiline': String(isLong),
        ...(labelId ? { 'aria-labelledby': labelId } : { 'aria-label': label }),
        ...(describedBy && { 'aria-describedby': describedBy }),
        'aria-required': String(isRequired),
        'aria-invalid': String(isInvalid),
        class: styles.text ?? '',
        dir: 'auto',
      },
    });
  }, [label, labelId, describedBy, isRequired, isInvalid, isLong]);

  const insert = (path: string) => {
    const view = editor.current;
    setListing(undefined);
    if (!view) return;
    view.dispatch(view.state.tr.replaceSelectionWith(schema.node('pill', { path }), false).scrollIntoView());
    view.focus();
  };
  const close = () => {
    const view = editor.current;
    // Who wanted a slash gets it.
    if (listing?.slash) view?.dispatch(view.state.tr.insertText('/'));
    setListing(undefined);
    view?.focus();
  };
  return (
    <div ref={frame} className={styles.frame} data-invalid={isInvalid} data-long={isLong}>
      {placeholder && value === '' && (
        <span className={styles.placeholder} aria-hidden>
          {placeholder}
        </span>
      )}
      <div ref={place} className={styles.place} />
      {canMap && (
        <Tooltip label="Insert data from a step before ( / )">
          <ActionIcon
            className={styles.add ?? ''}
            variant="default"
            size={22}
            aria-label={`Insert data into ${label}`}
            aria-haspopup="dialog"
            aria-expanded={listing !== undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              const view = editor.current;
              if (!view) return;
              if (!view.hasFocus() && view.state.selection.empty && view.state.selection.head <= 1)
                view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
              open(false);
            }}
          >
            <IconPlus size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {listing && (
        <SourceList
          label={`Insert into ${label}`}
          x={listing.x}
          y={listing.y}
          groups={groups}
          onChoose={insert}
          onClose={close}
        />
      )}
    </div>
  );
}

function undoneAlone(view: EditorView): false {
  view.dispatch(closeHistory(view.state.tr));
  return false;
}

/** From a pill that is selected to the line's begin or end, which browsers do not do by themselves. */
const leavePill =
  (side: 1 | -1): Command =>
  ({ selection, tr }, dispatch) => {
    if (!(selection instanceof NodeSelection)) return false;
    const { $from } = selection;
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, side < 0 ? $from.start() : $from.end())));
    return true;
  };

const textOf = ({ content }: Slice) => ({ textBetween: content.textBetween.bind(content) });

function stateOf(value: string, isLong: boolean): EditorState {
  const { Enter: newLine, ...others } = baseKeymap;
  return EditorState.create({
    doc: documentOf(value),
    plugins: [
      history(),
      keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Mod-Shift-z': redo, Home: leavePill(-1), End: leavePill(1) }),
      // Enter in a field of one line does nothing, as the value must not get a second one.
      keymap({ ...others, Enter: isLong && newLine ? newLine : () => true }),
    ],
  });
}
