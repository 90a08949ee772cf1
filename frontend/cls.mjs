import { chromium } from "playwright-core";
const base="http://localhost:8765";
const b=await chromium.launch({executablePath:"/usr/bin/chromium-headless-shell",args:["--no-sandbox"]});
for (const [w,h] of [[412,823],[1280,900]]) for (const path of process.argv.slice(2)) {
 const c=await b.newContext({viewport:{width:w,height:h}}); const p=await c.newPage();
 await p.goto(base+"/robots.txt");
 await p.evaluate(async()=>{const ask=async(m,path,body,tok)=>(await (await fetch("/api/v1/"+path,{method:m,headers:{"Content-Type":"application/json",...(tok?{Authorization:"Bearer "+tok}:{})},body:body&&JSON.stringify(body)})).json()).data;
  const {token}=await ask("POST","session",{});const q=await ask("POST","add-filter-for-new-user",{eprocess:"applicant",zip:"43215",dob:"04/17/1989",tier:"IO",gender:"1",type:"new-member"},token);const id=q.temp_enrollment_id;
  const d=await ask("GET",`get-plan-pricing-detail?pid=1002&enrollment_id=${id}`,undefined,token);const pl=d.plans.find(x=>x.is_default);await ask("POST","add-plan-to-cart",{enrollment_id:id,plan_id:pl.plan_id,plan_pricing_id:pl.plan_pricing_id},token);
  localStorage.clear();localStorage.setItem("tempId",id);localStorage.setItem("eprocess","applicant");localStorage.setItem("enroll_type","new-member");localStorage.setItem("language","en")});
 const cl=await c.newCDPSession(p);await cl.send("Network.enable");await cl.send("Network.emulateNetworkConditions",{offline:false,latency:562,downloadThroughput:184320,uploadThroughput:84375});await cl.send("Emulation.setCPUThrottlingRate",{rate:2});
 await p.goto(base+path);await p.waitForLoadState("networkidle");await p.waitForTimeout(1500);
 const out=await p.evaluate(()=>new Promise(done=>{const all=[];let lcp=0;new PerformanceObserver(l=>{for(const e of l.getEntries())lcp=e.startTime+" "+e.element?.tagName+"."+e.element?.className+" "+(e.element?.textContent??"").slice(0,40)}).observe({type:"largest-contentful-paint",buffered:true});new PerformanceObserver(l=>{for(const e of l.getEntries())all.push(e.value.toFixed(4)+"@"+Math.round(e.startTime)+" "+e.sources.map(s=>`${s.node?.nodeName}.${s.node?.className?.slice?.(0,40)} y${Math.round(s.previousRect.y)}→${Math.round(s.currentRect.y)} h${Math.round(s.previousRect.height)}→${Math.round(s.currentRect.height)}`).join(" | "))}).observe({type:"layout-shift",buffered:true});setTimeout(()=>done({all,lcp}),200)}));
 console.log(w,path,"LCP",out.lcp);for(const l of out.all)console.log("   ",l);
 await c.close();
}
await b.close();
