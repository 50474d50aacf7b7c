import { KEPT_TASKS_KEY } from '../lib/kept-tasks/kept-tasks-key.js';

/**
 * Says before the first paint how many rows the list of this browser's merges will have (1-3, 4 for
 * more), so that its place is kept (features/returning): it comes late, above what is being read. What
 * is a day old is not listed.
 */
export const COUNT_KEPT_ROWS = `try{var k=JSON.parse(localStorage['${KEPT_TASKS_KEY}']).filter(function(t){return Math.abs(Date.now()-t.at)<864e5}).length;if(k)document.documentElement.dataset.kept=Math.min(k,4)}catch(e){}`;
