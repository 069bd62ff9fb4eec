import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import classes from './Dialog.module.css';
import { Notice } from './Notice.tsx';
import { Untrusted } from './Untrusted.tsx';

interface Props {
  readonly role?: 'dialog' | 'alertdialog';
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal window on the browser's own dialog element: the page behind is inert, Escape closes, and the focus goes
 * back where it was. It starts on the element marked `data-initial-focus`, if there is one.
 */
export const Dialog = ({ role = 'dialog', title, onClose, wide = false, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  const id = useId();
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
    // A second Escape closes without `cancel`; the event comes late, so ask whether it is really closed.
    const closed = () => {
      if (dialog.isConnected && !dialog.open) close.current();
    };
    dialog.addEventListener('close', closed);
    return () => {
      dialog.removeEventListener('close', closed);
      dialog.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      className={wide ? `${classes.dialog} ${classes.wide}` : classes.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      <div id={`${id}-body`} className={classes.body}>
        {children}
      </div>
    </dialog>
  );
};

/** The row of buttons at the foot of a dialog. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
);

/** Why the dialog is still open; nothing while `text` is empty. A toast would lie behind the dialog. */
export const DialogProblem = ({ text }: { text: string }) => (
  <div role="alert" className={classes.problem}>
    {text && (
      <Notice kind="problem">
        <Untrusted text={text} />
      </Notice>
    )}
  </div>
);
