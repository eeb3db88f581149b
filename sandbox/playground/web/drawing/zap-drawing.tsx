import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { DrawnStep } from './drawn.ts';
import { DrawnItem } from './drawn-item.tsx';
import { usePan, useZoom } from './view.ts';
import styles from './zap-drawing.module.css';
import { ZoomBox } from './zoom-box.tsx';

type Props = {
  label: string;
  steps: readonly DrawnStep[];
  selected: string | undefined;
  hrefOf: (place: string) => string;
  /** Where steps can be added and moved. */
  editing?: {
    addHref: (after: string) => string;
    /** After which place a step is being chosen. */
    addingAfter: string | undefined;
    move: (place: string, by: number) => void;
  };
  /** What stands in the corner: the last runs. */
  corner?: ReactNode;
};

/** More steps than this stand closer together. */
const roomy = 6;

/** The Zap as a drawing, from its trigger down; on narrow pages a list. */
export function ZapDrawing({ label, steps, selected, hrefOf, editing, corner }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isCompact, setCompact] = useState(false);
  const { zoom, setZoom } = useZoom(scroller, `${steps.length} ${isCompact}`);
  const pan = usePan(scroller);
  // A click opens the step; only a pull drags it.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 8 } }));
  const last = steps.at(-1);
  return (
    <div className={styles.canvas}>
      <div ref={scroller} className={styles.scroller} {...pan}>
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={({ active, over }) => {
            const place = (id: unknown) => steps.findIndex((step) => step.place === id);
            if (over && editing) editing.move(String(active.id), place(over.id) - place(active.id));
          }}
        >
          <SortableContext
            items={steps.slice(1).map(({ place }) => place)}
            strategy={verticalListSortingStrategy}
            disabled={!editing}
          >
            <ol
              aria-label={label}
              className={styles.steps}
              data-dense={steps.length > roomy}
              data-compact={isCompact}
              style={{ zoom }}
            >
              {steps.map((step, index) => (
                <DrawnItem
                  key={step.place}
                  step={step}
                  href={hrefOf(step.place)}
                  isSelected={step.place === selected}
                  zoom={zoom}
                  isFixed={index === 0 || !editing}
                  isLast={index === steps.length - 1 && !editing}
                  insert={
                    editing && step !== last
                      ? {
                          href: editing.addHref(step.place),
                          label: `Add a step after ${step.number}. ${step.title}`,
                          isOpen: editing.addingAfter === step.place,
                        }
                      : undefined
                  }
                  onMove={editing && index > 0 ? (by) => editing.move(step.place, by) : undefined}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
        {editing && last?.kind && (
          <Link
            href={editing.addHref(last.place)}
            className={styles.addLast}
            style={{ zoom }}
            aria-current={editing.addingAfter === last.place ? 'step' : undefined}
          >
            <IconPlus size={16} aria-hidden />
            Add a step
          </Link>
        )}
      </div>
      <div className={styles.corner}>
        {corner}
        <ZoomBox zoom={zoom} onZoom={setZoom} isCompact={isCompact} onCompact={setCompact} />
      </div>
    </div>
  );
}
