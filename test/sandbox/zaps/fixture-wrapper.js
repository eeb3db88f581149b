/** As in a built zip: a handler, made by the core that is beside it. */
import core from 'zapier-platform-core';
import app from './fixture-app.js';

export const handler = core.createAppHandler(app);
