import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shell } from './shell.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider defaultColorScheme="auto" theme={{ primaryColor: 'teal', defaultRadius: 'md' }}>
      <Notifications />
      <Shell />
    </MantineProvider>
  </StrictMode>,
);
