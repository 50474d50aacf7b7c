import { chromium } from 'playwright-core';
import { AxeBuilder } from '@axe-core/playwright';
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--host-resolver-rules=MAP *.example 127.0.0.1']});
for(const k of ['white','black','grey','yellow','blue','none']) for(const scheme of ['light','dark']) for (const [path,w] of [['/',320],['/youtube-downloader',1280],['/blog',390]]){
 if(k==='none'&&path==='/youtube-downloader')continue; if(scheme==='dark'&&path==='/blog')continue;
 const c=await b.newContext({viewport:{width:w,height:800},colorScheme:scheme,reducedMotion:'reduce'});const p=await c.newPage();const errs=[];p.on('pageerror',e=>errs.push(e.message));p.on('console',m=>{if(m.type()==='error'&&!/Cross-Origin-Opener/.test(m.text()))errs.push(m.text().slice(0,160))});
 await p.goto(`http://${k}.example:3341${path}`);await p.waitForTimeout(500);
 const over=await p.evaluate(()=>document.documentElement.scrollWidth-document.documentElement.clientWidth);
 const wide=over>0?await p.evaluate(()=>[...document.querySelectorAll('body *')].filter(e=>e.getBoundingClientRect().right>innerWidth+1).slice(0,6).map(e=>e.tagName+'.'+String(e.className.baseVal??e.className).slice(0,50))):'';
 const v=(await new AxeBuilder({page:p}).withRules(['color-contrast','link-name','empty-heading','list','heading-order']).analyze()).violations.map(v=>v.id+': '+v.nodes.length+' '+v.nodes[0].html.slice(0,110)+' '+(v.nodes[0].any[0]?.message??'').slice(0,120));
 if(v.length||over>0||errs.length)console.log(k,scheme,path,w,'over',over,wide,v,errs.slice(0,3)); await c.close()}
console.log('done');await b.close();
