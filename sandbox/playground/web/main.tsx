import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { type CSSVariablesResolver, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shell } from './shell.tsx';

/** Mantine's grey for lesser text is too faint to be read well by everybody. */
const readableGrey: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': '#5c636a', '--mantine-color-placeholder': '#5c636a' },
  dark: { '--mantine-color-dimmed': '#b0b8bf', '--mantine-color-placeholder': '#b0b8bf' },
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      defaultColorScheme="auto"
      cssVariablesResolver={readableGrey}
      theme={{
        primaryColor: 'teal',
        primaryShade: 9,
        autoContrast: true,
        respectReducedMotion: true,
        defaultRadius: 'md',
        components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Hide' } } } },
      }}
    >
      <Notifications />
      <Shell />
    </MantineProvider>
  </StrictMode>,
);
