import './theme/app.css';
import { start } from './app/start.js';
import { tolerateTranslation } from './app/tolerate-translation.js';
import { refuseForeignScripts } from './app/trusted-types.js';

refuseForeignScripts(window);
tolerateTranslation(document);
void start();
