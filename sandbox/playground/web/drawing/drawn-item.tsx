import { useSortable } from '@dnd-kit/sortable';
import type { DrawnStep } from './drawn.ts';
import { StepLine } from './step-line.tsx';
import { StepNode } from './step-node.tsx';
import styles from './zap-drawing.module.css';

type Props = {
  step: DrawnStep;
  href: string;
  isSelected: boolean;
  zoom: number;
  /** It cannot be moved. */
  isFixed: boolean;
  /** No line leaves it. */
  isLast: boolean;
  insert: React.ComponentProps<typeof StepLine>['insert'];
  onMove: ((by: number) => void) | undefined;
};

/** A step of the drawing with the line that leaves it: pulled by the pointer, moved with Alt and the arrow keys. */
export function DrawnItem({ step, href, isSelected, zoom, isFixed, isLast, insert, onMove }: Props) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: step.place,
    disabled: isFixed,
  });
  const y = (transform?.y ?? 0) / zoom;
  return (
    <li
      ref={setNodeRef}
      className={styles.item}
      data-dragging={isDragging}
      style={{ ...(y !== 0 && { transform: `translateY(${y}px)` }), transition }}
      {...listeners}
    >
      <StepNode
        step={step}
        href={href}
        isSelected={isSelected}
        onKeyDown={(event) => {
          if (!event.altKey || !onMove || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
          event.preventDefault();
          onMove(event.key === 'ArrowUp' ? -1 : 1);
        }}
      />
      {!isLast && <StepLine line={step.line} insert={insert} />}
    </li>
  );
}
