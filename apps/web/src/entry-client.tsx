import './theme/app.css';
import { start } from './app/start.js';
import { bearTranslation } from './lib/bear-translation.js';
import { refuseForeignScripts } from './lib/trusted-types.js';

refuseForeignScripts(window);
bearTranslation(document);
void start();
