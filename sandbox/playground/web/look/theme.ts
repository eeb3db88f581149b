import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The same hue from faint to deep; the seventh is the brand on light pages, the fourth on dark ones. */
const brand: MantineColorsTuple = [
  '#e4f4ec',
  '#c9e8d9',
  '#9fd6bd',
  '#6bcda3',
  '#3fc48f',
  '#1f9e6e',
  '#148a5f',
  '#0b7a53',
  '#086644',
  '#064f35',
];

/** From text to the deepest ground, between the dark tokens. */
const dark: MantineColorsTuple = [
  '#e8edf2',
  '#c3ccd5',
  '#a0acb8',
  '#6d7986',
  '#3b4551',
  '#2a323c',
  '#1a2027',
  '#161b21',
  '#12161b',
  '#0d1014',
];

/** Mantine's parts in the page's own type, colors and spacing (tokens.css). */
export const theme = createTheme({
  colors: { brand, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.3' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'filled' }, styles: { root: { fontWeight: 600 } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Hide' } } },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        radius: 'xl',
        centered: true,
        // It is the head of the dialog, not of the page.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontSize: 15, fontWeight: 650 } },
    },
    InputWrapper: {
      styles: { label: { fontWeight: 600, fontSize: 13 }, description: { fontSize: 12, marginBottom: 2 } },
    },
    Select: { defaultProps: { radius: 'lg', checkIconPosition: 'right', comboboxProps: { shadow: 'md' } } },
    TextInput: { defaultProps: { radius: 'lg' } },
    NumberInput: { defaultProps: { radius: 'lg' } },
    Tooltip: {
      defaultProps: {
        withinPortal: false,
        openDelay: 400,
        events: { hover: true, focus: true, touch: false },
      },
    },
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
});

/** Mantine's own variables follow the tokens, in light and dark. */
export const followTokens: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens });

const tokens = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-placeholder': 'var(--dim)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--bg)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--brand)',
  '--mantine-primary-color-filled': 'var(--brand)',
  '--mantine-primary-color-contrast': 'var(--on-brand)',
};
