import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** A quiet teal: the one colour that means "this acts". State is told by icon and word, never by colour alone. */
const gate: MantineColorsTuple = [
  '#eaf6f4',
  '#d6eae7',
  '#add5cf',
  '#80beb6',
  '#5aaba1',
  '#3f9e93',
  '#2d867c',
  '#237a70',
  '#0f5c54',
  '#04463f',
];

/** Dark surfaces with a trace of the same green; Mantine takes body, fields, borders and quiet text from here. */
const dark: MantineColorsTuple = [
  '#e4e8e8',
  '#bcc5c5',
  '#9ba5a5',
  '#848e8e',
  '#454c4c',
  '#2d3333',
  '#242929',
  '#191c1c',
  '#141717',
  '#101212',
];

/** Strong enough under white letters. */
const red: MantineColorsTuple = [
  '#fdf2f1',
  '#fbe3e1',
  '#f6c9c5',
  '#f1a49d',
  '#f28379',
  '#e55a4d',
  '#cc392b',
  '#b42318',
  '#931c13',
  '#75160f',
];

export const theme = createTheme({
  primaryColor: 'gate',
  primaryShade: 7,
  autoContrast: true,
  colors: { gate, dark, red },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '0.875rem', lg: '1.25rem', xl: '1.75rem' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { size: 'sm' } },
    Radio: { defaultProps: { size: 'sm' } },
    // The fill of buttons is too dark for a thin line on a dark ground.
    Tabs: { defaultProps: { color: 'var(--accent)' } },
    Alert: { defaultProps: { variant: 'light', p: 'sm' } },
  },
});

/** Mantine's own greys and reds are too faint to read on our surfaces (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6363',
    '--mantine-color-placeholder': '#767f7f',
    '--mantine-color-error': '#b42318',
    '--mantine-color-text': '#1b1f1f',
    '--mantine-color-default-border': '#c6cbcb',
  },
  dark: {
    '--mantine-color-error': '#ff8f85',
  },
});
