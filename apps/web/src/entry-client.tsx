import './styles/app.css';
import { start } from './app/start.js';

void start();
