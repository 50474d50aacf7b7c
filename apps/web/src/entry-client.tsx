import './theme/app.css';
import { start } from './app/start.js';
import { refuseForeignScripts } from './lib/trusted-types.js';

refuseForeignScripts(window);
void start();
