import './look/styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { followTokens, theme } from './look/theme.ts';
import { listen } from './server/events.ts';
import { Shell } from './shell/shell.tsx';
import { bringBack } from './zaps/bring-back.ts';

bringBack();
listen();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider defaultColorScheme="auto" cssVariablesResolver={followTokens} theme={theme}>
      <Router hook={useHashLocation}>
        <Shell />
        <Notifications position="bottom-center" aria-live="polite" />
      </Router>
    </MantineProvider>
  </StrictMode>,
);
