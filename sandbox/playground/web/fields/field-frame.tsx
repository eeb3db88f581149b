import { IconAlertCircle } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import styles from './field.module.css';
import { HelpText } from './help-text.tsx';

type Props = {
  label: string;
  isRequired?: boolean | undefined;
  help?: string | undefined;
  problem?: string | undefined;
  /** Stands at the end of the label's line. */
  aside?: ReactNode;
  children: ReactNode;
};

type Ids = { label: string; describedBy: string | undefined };

const IdsContext = createContext<Ids>({ label: '', describedBy: undefined });

/** The ids by which a control is tied to its label, help and error. */
export const useFieldIds = (): Ids => useContext(IdsContext);

/** A field: its label, what helps to fill it in, the control, and what is wrong with it. */
export function FieldFrame({ label, isRequired = false, help, problem, aside, children }: Props) {
  const id = useId();
  const described = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
          {isRequired && (
            <span className={styles.required} aria-hidden>
              {' '}
              *
            </span>
          )}
        </span>
        {aside}
      </div>
      {help && (
        <div id={`${id}-help`} className={styles.help}>
          <HelpText text={help} />
        </div>
      )}
      <IdsContext value={{ label: `${id}-label`, describedBy: described || undefined }}>
        {children}
      </IdsContext>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          <IconAlertCircle size={14} aria-hidden />
          {problem}
        </p>
      )}
    </div>
  );
}
