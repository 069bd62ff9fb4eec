import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ControlProps } from './control.ts';
import { wrapperProps } from './wrapper.tsx';

interface Props extends Pick<ControlProps, 'field' | 'error' | 'id'> {
  /** Of radio buttons one may be chosen, of check boxes several. */
  readonly role: 'radiogroup' | 'group';
  /** One more hint. */
  readonly extra?: string;
  readonly children: ReactNode;
}

/**
 * Options under one label. The kit's own groups tie label and error to the group but never say that it is wrong, or
 * that an answer is required.
 */
export const OptionGroup = ({ field, error, id, role, extra, children }: Props) => {
  const wrapper = wrapperProps({ field, error, id }, extra);
  const tied = [
    error === undefined ? '' : `${id}-error`,
    wrapper.description === undefined ? '' : `${id}-description`,
  ];
  // ARIA knows both states of a group of radio buttons, and of a single check box only.
  const states =
    role === 'radiogroup'
      ? {
          'aria-invalid': error === undefined ? undefined : true,
          'aria-required': field.required || undefined,
        }
      : {};
  return (
    <Input.Wrapper {...wrapper} labelElement="div">
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: either role supports them */}
      <div
        role={role}
        aria-labelledby={`${id}-label`}
        aria-describedby={tied.filter((each) => each !== '').join(' ') || undefined}
        {...states}
      >
        {children}
      </div>
    </Input.Wrapper>
  );
};
