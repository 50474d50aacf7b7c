import './theme/app.css';
import { start } from './app/start.js';
import { bearTranslation } from './app/bear-translation.js';
import { refuseForeignScripts } from './app/trusted-types.js';

refuseForeignScripts(window);
bearTranslation(document);
void start();
