import { KEPT_TASKS_KEY } from '../../entities/task/kept/kept-tasks-key.js';

/**
 * Inline script that sets, before the first paint, how many rows the list of this browser's
 * downloads will have (1 to 3, or 4 for more). The list (features/recent-downloads) loads late and
 * appears above the content, so this reserves its space. Tasks older than a day are not listed.
 */
export const COUNT_KEPT_ROWS = `try{var k=JSON.parse(localStorage['${KEPT_TASKS_KEY}']).filter(function(t){return Math.abs(Date.now()-t.at)<864e5}).length;if(k)document.documentElement.dataset.kept=Math.min(k,4)}catch(e){}`;
