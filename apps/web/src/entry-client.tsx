import './theme/app.css';
import { start } from './app/start.js';

void start();
