import { runServer } from '@dipper/api';
import { MemoModule } from './memo.module.js';

await runServer([MemoModule]);
