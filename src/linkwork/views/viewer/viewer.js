/* linkwork's viewer, with these libraries:

three 0.187.0

The MIT License

Copyright © 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.

--------------------------------------------------------------------------------

uplot 1.6.32

The MIT License (MIT)

Copyright (c) 2022 Leon Sorokin

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/
"use strict";(()=>{var Mm='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var ar={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},lr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},lg=0,Kd=1,cg=2;var Rr=1,hg=2,Vo=3,cr=0,kn=1,zn=2,Ir=0,Go=1,jd=2,Jd=3,Qd=4,ug=5;var Lr=100,dg=101,fg=102,pg=103,mg=104,gg=200,yg=201,xg=202,_g=203,ef=204,tf=205,vg=206,bg=207,Sg=208,Mg=209,wg=210,Eg=211,Tg=212,Ag=213,Cg=214,wc=0,Ec=1,Tc=2,To=3,Ac=4,Cc=5,Ao=6,Pc=7,ah=0,Pg=1,Rg=2,ds=0,nf=1,sf=2,rf=3,of=4,af=5,lf=6,fl=7;var cf=300,Dr=301,Ho=302,lh=303,ch=304,Rc=1e3,hs=1001,Ic=1002,Dn=1003,Ig=1004;var pl=1005;var ii=1006,hh=1007;var Us=1008;var li=1009,hf=1010,uf=1011,Wo=1012,uh=1013,qi=1014,Ni=1015,Yi=1016,dh=1017,fh=1018,Nr=1020,df=35902,ff=35899,pf=1021,mf=1022,$i=1023,Ds=1026,Fs=1027,ph=1028,mh=1029,hr=1030,gh=1031;var yh=1033,ml=33776,gl=33777,yl=33778,xl=33779,xh=35840,_h=35841,vh=35842,bh=35843,Sh=36196,Mh=37492,wh=37496,Eh=37488,Th=37489,_l=37490,Ah=37491,Ch=37808,Ph=37809,Rh=37810,Ih=37811,Lh=37812,Dh=37813,Nh=37814,Uh=37815,Fh=37816,Oh=37817,Bh=37818,kh=37819,zh=37820,Vh=37821,Gh=36492,Hh=36494,Wh=36495,Xh=36283,qh=36284,vl=36285,Yh=36286;var Ua=2300,Lc=2301,Sc=2302,Vd=2303,Gd=2400,Hd=2401,Wd=2402;var Lg=3200;var bl=0,Dg=1,Os="",yi="srgb",Fa="srgb-linear",Oa="linear",It="srgb";var Mc=7680;var Ng=519,Ug=512,Fg=513,Og=514,gf=515,Bg=516,kg=517,yf=518,xf=519,_f=35044;var vf="300 es",Ci=2e3,Co=2001;function sv(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function rv(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Ba(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function zg(){let i=Ba("canvas");return i.style.display="block",i}var wm={},Po=null;function ka(...i){let e="THREE."+i.shift();Po?Po("log",e,...i):console.log(e,...i)}function Vg(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function $e(...i){i=Vg(i);let e="THREE."+i.shift();if(Po)Po("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function Qe(...i){i=Vg(i);let e="THREE."+i.shift();if(Po)Po("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function Ia(...i){let e=i.join(" ");e in wm||(wm[e]=!0,$e(...i))}function Gg(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var Hg={[wc]:wc,[Tc]:Ao,[Ac]:Ac,[To]:Cc,[Ec]:Ec,[Ao]:Tc,[Pc]:Pc,[Cc]:To},Wi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},Xn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Em=1234567,wo=Math.PI/180,Ro=180/Math.PI;function ur(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Xn[i&255]+Xn[i>>8&255]+Xn[i>>16&255]+Xn[i>>24&255]+"-"+Xn[e&255]+Xn[e>>8&255]+"-"+Xn[e>>16&15|64]+Xn[e>>24&255]+"-"+Xn[t&63|128]+Xn[t>>8&255]+"-"+Xn[t>>16&255]+Xn[t>>24&255]+Xn[n&255]+Xn[n>>8&255]+Xn[n>>16&255]+Xn[n>>24&255]).toLowerCase()}function tt(i,e,t){return Math.max(e,Math.min(t,i))}function bf(i,e){return(i%e+e)%e}function ov(i,e,t,n,s){return n+(i-e)*(s-n)/(t-e)}function av(i,e,t){return i!==e?(t-i)/(e-i):0}function La(i,e,t){return(1-t)*i+t*e}function lv(i,e,t,n){return La(i,e,1-Math.exp(-t*n))}function cv(i,e=1){return e-Math.abs(bf(i,e*2)-e)}function hv(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*(3-2*i))}function uv(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*i*(i*(i*6-15)+10))}function dv(i,e){return i+Math.floor(Math.random()*(e-i+1))}function fv(i,e){return i+Math.random()*(e-i)}function pv(i){return i*(.5-Math.random())}function mv(i){i!==void 0&&(Em=i);let e=Em+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function gv(i){return i*wo}function yv(i){return i*Ro}function xv(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function _v(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function Sf(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function vv(i,e,t,n,s){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),h=o((e+n)/2),u=r((e-n)/2),d=o((e-n)/2),f=r((n-e)/2),p=o((n-e)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*f,a*h,a*c);break;default:$e("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function $h(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Mf(i,e){if(e.constructor===Float32Array)return i;let t=$h(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function wf(i,e){if(e.constructor===Float32Array)return i;let t=$h(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var Xo={DEG2RAD:wo,RAD2DEG:Ro,generateUUID:ur,clamp:tt,euclideanModulo:bf,mapLinear:ov,inverseLerp:av,lerp:La,damp:lv,pingpong:cv,smoothstep:hv,smootherstep:uv,randInt:dv,randFloat:fv,randFloatSpread:pv,seededRandom:mv,degToRad:gv,radToDeg:yv,isPowerOfTwo:xv,ceilPowerOfTwo:_v,floorPowerOfTwo:Sf,setQuaternionFromProperEuler:vv,normalize:wf,denormalize:Mf},Pe=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=tt(this.x,e.x,t.x),this.y=tt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=tt(this.x,e,t),this.y=tt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(tt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(tt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Et=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],x=r[o+3];if(u!==x||l!==d||c!==f||h!==p){let m=l*d+c*f+h*p+u*x;m<0&&(d=-d,f=-f,p=-p,x=-x,m=-m);let g=1-a;if(m<.9995){let _=Math.acos(m),E=Math.sin(_);g=Math.sin(g*_)/E,a=Math.sin(a*_)/E,l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+x*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+x*a;let _=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=_,c*=_,h*=_,u*=_}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return e[t]=a*p+h*u+l*f-c*d,e[t+1]=l*p+h*d+c*u-a*f,e[t+2]=c*p+h*f+a*d-l*u,e[t+3]=h*p-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:$e("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(tt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},P=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Tm.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Tm.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),h=2*(a*t-r*s),u=2*(r*n-o*t);return this.x=t+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=tt(this.x,e.x,t.x),this.y=tt(this.y,e.y,t.y),this.z=tt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=tt(this.x,e,t),this.y=tt(this.y,e,t),this.z=tt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(tt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return md.copy(this).projectOnVector(e),this.sub(md)}reflect(e){return this.sub(md.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(tt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},md=new P,Tm=new Et,nt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],x=s[0],m=s[3],g=s[6],_=s[1],E=s[4],y=s[7],C=s[2],M=s[5],v=s[8];return r[0]=o*x+a*_+l*C,r[3]=o*m+a*E+l*M,r[6]=o*g+a*y+l*v,r[1]=c*x+h*_+u*C,r[4]=c*m+h*E+u*M,r[7]=c*g+h*y+u*v,r[2]=d*x+f*_+p*C,r[5]=d*m+f*E+p*M,r[8]=d*g+f*y+p*v,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=t*u+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let x=1/p;return e[0]=u*x,e[1]=(s*c-h*n)*x,e[2]=(a*n-s*o)*x,e[3]=d*x,e[4]=(h*t-s*l)*x,e[5]=(s*r-a*t)*x,e[6]=f*x,e[7]=(n*l-c*t)*x,e[8]=(o*t-n*r)*x,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return Ia("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(gd.makeScale(e,t)),this}rotate(e){return Ia("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(gd.makeRotation(-e)),this}translate(e,t){return Ia("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(gd.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},gd=new nt,Am=new nt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Cm=new nt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function bv(){let i={enabled:!0,workingColorSpace:Fa,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===It&&(s.r=Ls(s.r),s.g=Ls(s.g),s.b=Ls(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===It&&(s.r=Eo(s.r),s.g=Eo(s.g),s.b=Eo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Os?Oa:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Fa]:{primaries:e,whitePoint:n,transfer:Oa,toXYZ:Am,fromXYZ:Cm,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:yi},outputColorSpaceConfig:{drawingBufferColorSpace:yi}},[yi]:{primaries:e,whitePoint:n,transfer:It,toXYZ:Am,fromXYZ:Cm,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:yi}}}),i}var _t=bv();function Ls(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Eo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var ao,Dc=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{ao===void 0&&(ao=Ba("canvas")),ao.width=e.width,ao.height=e.height;let s=ao.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=ao}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=Ba("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Ls(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(Ls(t[n]/255)*255):t[n]=Ls(t[n]);return{data:t,width:e.width,height:e.height}}else return $e("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},Sv=0,Io=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Sv++}),this.uuid=ur(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(yd(s[o].image)):r.push(yd(s[o]))}else r=yd(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function yd(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Dc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:($e("Texture: Unable to serialize Texture."),{})}var Mv=0,xd=new P,oi=class i extends Wi{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=hs,s=hs,r=ii,o=Us,a=$i,l=li,c=i.DEFAULT_ANISOTROPY,h=Os){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Mv++}),this.uuid=ur(),this.name="",this.source=new Io(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Pe(0,0),this.repeat=new Pe(1,1),this.center=new Pe(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new nt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(xd).x}get height(){return this.source.getSize(xd).y}get depth(){return this.source.getSize(xd).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){$e(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){$e(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==cf)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Rc:e.x=e.x-Math.floor(e.x);break;case hs:e.x=e.x<0?0:1;break;case Ic:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Rc:e.y=e.y-Math.floor(e.y);break;case hs:e.y=e.y<0?0:1;break;case Ic:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};oi.DEFAULT_IMAGE=null;oi.DEFAULT_MAPPING=cf;oi.DEFAULT_ANISOTROPY=1;var Lt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],x=l[2],m=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-x)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+x)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let E=(c+1)/2,y=(f+1)/2,C=(g+1)/2,M=(h+d)/4,v=(u+x)/4,S=(p+m)/4;return E>y&&E>C?E<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(E),s=M/n,r=v/n):y>C?y<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(y),n=M/s,r=S/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=v/r,s=S/r),this.set(n,s,r,t),this}let _=Math.sqrt((m-p)*(m-p)+(u-x)*(u-x)+(d-h)*(d-h));return Math.abs(_)<.001&&(_=1),this.x=(m-p)/_,this.y=(u-x)/_,this.z=(d-h)/_,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=tt(this.x,e.x,t.x),this.y=tt(this.y,e.y,t.y),this.z=tt(this.z,e.z,t.z),this.w=tt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=tt(this.x,e,t),this.y=tt(this.y,e,t),this.z=tt(this.z,e,t),this.w=tt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(tt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Nc=class extends Wi{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:ii,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Lt(0,0,e,t),this.scissorTest=!1,this.viewport=new Lt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new oi({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:ii,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new Io(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},xi=class extends Nc{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},za=class extends oi{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Dn,this.minFilter=Dn,this.wrapR=hs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var Uc=class extends oi{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Dn,this.minFilter=Dn,this.wrapR=hs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var bt=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,l,c,h,u,d,f,p,x,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,h,u,d,f,p,x,m)}set(e,t,n,s,r,o,a,l,c,h,u,d,f,p,x,m){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=x,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/lo.setFromMatrixColumn(e,0).length(),r=1/lo.setFromMatrixColumn(e,1).length(),o=1/lo.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,p=a*h,x=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+p*c,t[5]=d-x*c,t[9]=-a*l,t[2]=x-d*c,t[6]=p+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,p=c*h,x=c*u;t[0]=d+x*a,t[4]=p*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-p,t[6]=x+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,p=c*h,x=c*u;t[0]=d-x*a,t[4]=-o*u,t[8]=p+f*a,t[1]=f+p*a,t[5]=o*h,t[9]=x-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,p=a*h,x=a*u;t[0]=l*h,t[4]=p*c-f,t[8]=d*c+x,t[1]=l*u,t[5]=x*c+d,t[9]=f*c-p,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,p=a*l,x=a*c;t[0]=l*h,t[4]=x-d*u,t[8]=p*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+p,t[10]=d-x*u}else if(e.order==="XZY"){let d=o*l,f=o*c,p=a*l,x=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+x,t[5]=o*h,t[9]=f*u-p,t[2]=p*u-f,t[6]=a*h,t[10]=x*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(wv,e,Ev)}lookAt(e,t,n){let s=this.elements;return mi.subVectors(e,t),mi.lengthSq()===0&&(mi.z=1),mi.normalize(),Ys.crossVectors(n,mi),Ys.lengthSq()===0&&(Math.abs(n.z)===1?mi.x+=1e-4:mi.z+=1e-4,mi.normalize(),Ys.crossVectors(n,mi)),Ys.normalize(),Zl.crossVectors(mi,Ys),s[0]=Ys.x,s[4]=Zl.x,s[8]=mi.x,s[1]=Ys.y,s[5]=Zl.y,s[9]=mi.y,s[2]=Ys.z,s[6]=Zl.z,s[10]=mi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],x=n[6],m=n[10],g=n[14],_=n[3],E=n[7],y=n[11],C=n[15],M=s[0],v=s[4],S=s[8],F=s[12],L=s[1],D=s[5],k=s[9],G=s[13],N=s[2],W=s[6],Y=s[10],H=s[14],le=s[3],Z=s[7],J=s[11],te=s[15];return r[0]=o*M+a*L+l*N+c*le,r[4]=o*v+a*D+l*W+c*Z,r[8]=o*S+a*k+l*Y+c*J,r[12]=o*F+a*G+l*H+c*te,r[1]=h*M+u*L+d*N+f*le,r[5]=h*v+u*D+d*W+f*Z,r[9]=h*S+u*k+d*Y+f*J,r[13]=h*F+u*G+d*H+f*te,r[2]=p*M+x*L+m*N+g*le,r[6]=p*v+x*D+m*W+g*Z,r[10]=p*S+x*k+m*Y+g*J,r[14]=p*F+x*G+m*H+g*te,r[3]=_*M+E*L+y*N+C*le,r[7]=_*v+E*D+y*W+C*Z,r[11]=_*S+E*k+y*Y+C*J,r[15]=_*F+E*G+y*H+C*te,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],p=e[3],x=e[7],m=e[11],g=e[15],_=l*f-c*d,E=a*f-c*u,y=a*d-l*u,C=o*f-c*h,M=o*d-l*h,v=o*u-a*h;return t*(x*_-m*E+g*y)-n*(p*_-m*C+g*M)+s*(p*E-x*C+g*v)-r*(p*y-x*M+m*v)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],p=e[12],x=e[13],m=e[14],g=e[15],_=t*a-n*o,E=t*l-s*o,y=t*c-r*o,C=n*l-s*a,M=n*c-r*a,v=s*c-r*l,S=h*x-u*p,F=h*m-d*p,L=h*g-f*p,D=u*m-d*x,k=u*g-f*x,G=d*g-f*m,N=_*G-E*k+y*D+C*L-M*F+v*S;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let W=1/N;return e[0]=(a*G-l*k+c*D)*W,e[1]=(s*k-n*G-r*D)*W,e[2]=(x*v-m*M+g*C)*W,e[3]=(d*M-u*v-f*C)*W,e[4]=(l*L-o*G-c*F)*W,e[5]=(t*G-s*L+r*F)*W,e[6]=(m*y-p*v-g*E)*W,e[7]=(h*v-d*y+f*E)*W,e[8]=(o*k-a*L+c*S)*W,e[9]=(n*L-t*k-r*S)*W,e[10]=(p*M-x*y+g*_)*W,e[11]=(u*y-h*M-f*_)*W,e[12]=(a*F-o*D-l*S)*W,e[13]=(t*D-n*F+s*S)*W,e[14]=(x*E-p*C-m*_)*W,e[15]=(h*C-u*E+d*_)*W,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,x=o*h,m=o*u,g=a*u,_=l*c,E=l*h,y=l*u,C=n.x,M=n.y,v=n.z;return s[0]=(1-(x+g))*C,s[1]=(f+y)*C,s[2]=(p-E)*C,s[3]=0,s[4]=(f-y)*M,s[5]=(1-(d+g))*M,s[6]=(m+_)*M,s[7]=0,s[8]=(p+E)*v,s[9]=(m-_)*v,s[10]=(1-(d+x))*v,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=lo.set(s[0],s[1],s[2]).length(),a=lo.set(s[4],s[5],s[6]).length(),l=lo.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Vi.copy(this);let c=1/o,h=1/a,u=1/l;return Vi.elements[0]*=c,Vi.elements[1]*=c,Vi.elements[2]*=c,Vi.elements[4]*=h,Vi.elements[5]*=h,Vi.elements[6]*=h,Vi.elements[8]*=u,Vi.elements[9]*=u,Vi.elements[10]*=u,t.setFromRotationMatrix(Vi),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=Ci,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(n-s),d=(t+e)/(t-e),f=(n+s)/(n-s),p,x;if(l)p=r/(o-r),x=o*r/(o-r);else if(a===Ci)p=-(o+r)/(o-r),x=-2*o*r/(o-r);else if(a===Co)p=-o/(o-r),x=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=x,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=Ci,l=!1){let c=this.elements,h=2/(t-e),u=2/(n-s),d=-(t+e)/(t-e),f=-(n+s)/(n-s),p,x;if(l)p=1/(o-r),x=o/(o-r);else if(a===Ci)p=-2/(o-r),x=-(o+r)/(o-r);else if(a===Co)p=-1/(o-r),x=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=x,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},lo=new P,Vi=new bt,wv=new P(0,0,0),Ev=new P(1,1,1),Ys=new P,Zl=new P,mi=new P,Pm=new bt,Rm=new Et,us=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(tt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-tt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(tt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-tt(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(tt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-tt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:$e("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return Pm.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Pm,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Rm.setFromEuler(this),this.setFromQuaternion(Rm,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};us.DEFAULT_ORDER="XYZ";var Lo=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},Tv=0,Im=new P,co=new Et,Ts=new bt,Kl=new P,wa=new P,Av=new P,Cv=new Et,Lm=new P(1,0,0),Dm=new P(0,1,0),Nm=new P(0,0,1),Um={type:"added"},Pv={type:"removed"},ho={type:"childadded",child:null},_d={type:"childremoved",child:null},vn=class i extends Wi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Tv++}),this.uuid=ur(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new P,t=new us,n=new Et,s=new P(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new bt},normalMatrix:{value:new nt}}),this.matrix=new bt,this.matrixWorld=new bt,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Lo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return co.setFromAxisAngle(e,t),this.quaternion.multiply(co),this}rotateOnWorldAxis(e,t){return co.setFromAxisAngle(e,t),this.quaternion.premultiply(co),this}rotateX(e){return this.rotateOnAxis(Lm,e)}rotateY(e){return this.rotateOnAxis(Dm,e)}rotateZ(e){return this.rotateOnAxis(Nm,e)}translateOnAxis(e,t){return Im.copy(e).applyQuaternion(this.quaternion),this.position.add(Im.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Lm,e)}translateY(e){return this.translateOnAxis(Dm,e)}translateZ(e){return this.translateOnAxis(Nm,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(Ts.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?Kl.copy(e):Kl.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),wa.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Ts.lookAt(wa,Kl,this.up):Ts.lookAt(Kl,wa,this.up),this.quaternion.setFromRotationMatrix(Ts),s&&(Ts.extractRotation(s.matrixWorld),co.setFromRotationMatrix(Ts),this.quaternion.premultiply(co.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Qe("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Um),ho.child=e,this.dispatchEvent(ho),ho.child=null):Qe("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(Pv),_d.child=e,this.dispatchEvent(_d),_d.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),Ts.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),Ts.multiply(e.parent.matrixWorld)),e.applyMatrix4(Ts),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Um),ho.child=e,this.dispatchEvent(ho),ho.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(wa,e,Av),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(wa,Cv,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),p=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};vn.DEFAULT_UP=new P(0,1,0);vn.DEFAULT_MATRIX_AUTO_UPDATE=!0;vn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Rt=class extends vn{constructor(){super(),this.isGroup=!0,this.type="Group"}},Rv={type:"move"},Do=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Rt,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Rt,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new P,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new P),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Rt,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new P,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new P,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let x of e.hand.values()){let m=t.getJointPose(x,n),g=this._getHandJoint(c,x);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Rv)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new Rt;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},Wg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},$s={h:0,s:0,l:0},jl={h:0,s:0,l:0};function vd(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var qe=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=yi){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,_t.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=_t.workingColorSpace){return this.r=e,this.g=t,this.b=n,_t.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=_t.workingColorSpace){if(e=bf(e,1),t=tt(t,0,1),n=tt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=vd(o,r,e+1/3),this.g=vd(o,r,e),this.b=vd(o,r,e-1/3)}return _t.colorSpaceToWorking(this,s),this}setStyle(e,t=yi){function n(r){r!==void 0&&parseFloat(r)<1&&$e("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:$e("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);$e("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=yi){let n=Wg[e.toLowerCase()];return n!==void 0?this.setHex(n,t):$e("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Ls(e.r),this.g=Ls(e.g),this.b=Ls(e.b),this}copyLinearToSRGB(e){return this.r=Eo(e.r),this.g=Eo(e.g),this.b=Eo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=yi){return _t.workingToColorSpace(qn.copy(this),e),Math.round(tt(qn.r*255,0,255))*65536+Math.round(tt(qn.g*255,0,255))*256+Math.round(tt(qn.b*255,0,255))}getHexString(e=yi){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=_t.workingColorSpace){_t.workingToColorSpace(qn.copy(this),t);let n=qn.r,s=qn.g,r=qn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=_t.workingColorSpace){return _t.workingToColorSpace(qn.copy(this),t),e.r=qn.r,e.g=qn.g,e.b=qn.b,e}getStyle(e=yi){_t.workingToColorSpace(qn.copy(this),e);let t=qn.r,n=qn.g,s=qn.b;return e!==yi?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL($s),this.setHSL($s.h+e,$s.s+t,$s.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL($s),e.getHSL(jl);let n=La($s.h,jl.h,t),s=La($s.s,jl.s,t),r=La($s.l,jl.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},qn=new qe;qe.NAMES=Wg;var Va=class i{constructor(e,t=1,n=1e3){this.isFog=!0,this.name="",this.color=new qe(e),this.near=t,this.far=n}clone(){return new i(this.color,this.near,this.far)}toJSON(){return{type:"Fog",name:this.name,color:this.color.getHex(),near:this.near,far:this.far}}},Er=class extends vn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new us,this.environmentIntensity=1,this.environmentRotation=new us,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Gi=new P,As=new P,bd=new P,Cs=new P,uo=new P,fo=new P,Fm=new P,Sd=new P,Md=new P,wd=new P,Ed=new Lt,Td=new Lt,Ad=new Lt,Is=class i{constructor(e=new P,t=new P,n=new P){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Gi.subVectors(e,t),s.cross(Gi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Gi.subVectors(s,t),As.subVectors(n,t),bd.subVectors(e,t);let o=Gi.dot(Gi),a=Gi.dot(As),l=Gi.dot(bd),c=As.dot(As),h=As.dot(bd),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,Cs)===null?!1:Cs.x>=0&&Cs.y>=0&&Cs.x+Cs.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,Cs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Cs.x),l.addScaledVector(o,Cs.y),l.addScaledVector(a,Cs.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return Ed.setScalar(0),Td.setScalar(0),Ad.setScalar(0),Ed.fromBufferAttribute(e,t),Td.fromBufferAttribute(e,n),Ad.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(Ed,r.x),o.addScaledVector(Td,r.y),o.addScaledVector(Ad,r.z),o}static isFrontFacing(e,t,n,s){return Gi.subVectors(n,t),As.subVectors(e,t),Gi.cross(As).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Gi.subVectors(this.c,this.b),As.subVectors(this.a,this.b),Gi.cross(As).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;uo.subVectors(s,n),fo.subVectors(r,n),Sd.subVectors(e,n);let l=uo.dot(Sd),c=fo.dot(Sd);if(l<=0&&c<=0)return t.copy(n);Md.subVectors(e,s);let h=uo.dot(Md),u=fo.dot(Md);if(h>=0&&u<=h)return t.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(uo,o);wd.subVectors(e,r);let f=uo.dot(wd),p=fo.dot(wd);if(p>=0&&f<=p)return t.copy(r);let x=f*c-l*p;if(x<=0&&c>=0&&p<=0)return a=c/(c-p),t.copy(n).addScaledVector(fo,a);let m=h*p-f*u;if(m<=0&&u-h>=0&&f-p>=0)return Fm.subVectors(r,s),a=(u-h)/(u-h+(f-p)),t.copy(s).addScaledVector(Fm,a);let g=1/(m+x+d);return o=x*g,a=d*g,t.copy(n).addScaledVector(uo,o).addScaledVector(fo,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},cn=class{constructor(e=new P(1/0,1/0,1/0),t=new P(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Hi.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Hi.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Hi.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Hi):Hi.fromBufferAttribute(r,o),Hi.applyMatrix4(e.matrixWorld),this.expandByPoint(Hi);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Jl.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Jl.copy(n.boundingBox)),Jl.applyMatrix4(e.matrixWorld),this.union(Jl)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Hi),Hi.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Ea),Ql.subVectors(this.max,Ea),po.subVectors(e.a,Ea),mo.subVectors(e.b,Ea),go.subVectors(e.c,Ea),Zs.subVectors(mo,po),Ks.subVectors(go,mo),br.subVectors(po,go);let t=[0,-Zs.z,Zs.y,0,-Ks.z,Ks.y,0,-br.z,br.y,Zs.z,0,-Zs.x,Ks.z,0,-Ks.x,br.z,0,-br.x,-Zs.y,Zs.x,0,-Ks.y,Ks.x,0,-br.y,br.x,0];return!Cd(t,po,mo,go,Ql)||(t=[1,0,0,0,1,0,0,0,1],!Cd(t,po,mo,go,Ql))?!1:(ec.crossVectors(Zs,Ks),t=[ec.x,ec.y,ec.z],Cd(t,po,mo,go,Ql))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Hi).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Hi).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(Ps[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),Ps[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),Ps[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),Ps[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),Ps[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),Ps[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),Ps[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),Ps[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(Ps),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},Ps=[new P,new P,new P,new P,new P,new P,new P,new P],Hi=new P,Jl=new cn,po=new P,mo=new P,go=new P,Zs=new P,Ks=new P,br=new P,Ea=new P,Ql=new P,ec=new P,Sr=new P;function Cd(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Sr.fromArray(i,r);let a=s.x*Math.abs(Sr.x)+s.y*Math.abs(Sr.y)+s.z*Math.abs(Sr.z),l=e.dot(Sr),c=t.dot(Sr),h=n.dot(Sr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var gn=new P,tc=new Pe,Iv=0,Ht=class extends Wi{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Iv++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=_f,this.updateRanges=[],this.gpuType=Ni,this.version=0,this._normalizationScale=e!==void 0?$h(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)tc.fromBufferAttribute(this,t),tc.applyMatrix3(e),this.setXY(t,tc.x,tc.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)gn.fromBufferAttribute(this,t),gn.applyMatrix3(e),this.setXYZ(t,gn.x,gn.y,gn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)gn.fromBufferAttribute(this,t),gn.applyMatrix4(e),this.setXYZ(t,gn.x,gn.y,gn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)gn.fromBufferAttribute(this,t),gn.applyNormalMatrix(e),this.setXYZ(t,gn.x,gn.y,gn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)gn.fromBufferAttribute(this,t),gn.transformDirection(e),this.setXYZ(t,gn.x,gn.y,gn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Mf(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):wf(e,this.array)}};var Ga=class extends Ht{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var Ha=class extends Ht{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var dt=class extends Ht{constructor(e,t,n){super(new Float32Array(e),t,n)}},Lv=new cn,Ta=new P,Pd=new P,_i=class{constructor(e=new P,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):Lv.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Ta.subVectors(e,this.center);let t=Ta.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(Ta,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Pd.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Ta.copy(e.center).add(Pd)),this.expandByPoint(Ta.copy(e.center).sub(Pd))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},Dv=0,Ai=new bt,Rd=new vn,yo=new P,gi=new cn,Aa=new cn,Ln=new P,Mt=class i extends Wi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Dv++}),this.uuid=ur(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(sv(e)?Ha:Ga)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new nt().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Ai.makeRotationFromQuaternion(e),this.applyMatrix4(Ai),this}rotateX(e){return Ai.makeRotationX(e),this.applyMatrix4(Ai),this}rotateY(e){return Ai.makeRotationY(e),this.applyMatrix4(Ai),this}rotateZ(e){return Ai.makeRotationZ(e),this.applyMatrix4(Ai),this}translate(e,t,n){return Ai.makeTranslation(e,t,n),this.applyMatrix4(Ai),this}scale(e,t,n){return Ai.makeScale(e,t,n),this.applyMatrix4(Ai),this}lookAt(e){return Rd.lookAt(e),Rd.updateMatrix(),this.applyMatrix4(Rd.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(yo).negate(),this.translate(yo.x,yo.y,yo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new dt(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&$e("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new cn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new P(-1/0,-1/0,-1/0),new P(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];gi.setFromBufferAttribute(r),this.morphTargetsRelative?(Ln.addVectors(this.boundingBox.min,gi.min),this.boundingBox.expandByPoint(Ln),Ln.addVectors(this.boundingBox.max,gi.max),this.boundingBox.expandByPoint(Ln)):(this.boundingBox.expandByPoint(gi.min),this.boundingBox.expandByPoint(gi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new _i);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new P,1/0);return}if(e){let n=this.boundingSphere.center;if(gi.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];Aa.setFromBufferAttribute(a),this.morphTargetsRelative?(Ln.addVectors(gi.min,Aa.min),gi.expandByPoint(Ln),Ln.addVectors(gi.max,Aa.max),gi.expandByPoint(Ln)):(gi.expandByPoint(Aa.min),gi.expandByPoint(Aa.max))}gi.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)Ln.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Ln));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Ln.fromBufferAttribute(a,c),l&&(yo.fromBufferAttribute(e,c),Ln.add(yo)),s=Math.max(s,n.distanceToSquared(Ln))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Qe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Qe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Ht(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let F=0;F<n.count;F++)a[F]=new P,l[F]=new P;let h=new P,u=new P,d=new P,f=new Pe,p=new Pe,x=new Pe,m=new P,g=new P;function _(F,L,D){c[F]=c[L]=c[D]=1,h.fromBufferAttribute(n,F),u.fromBufferAttribute(n,L),d.fromBufferAttribute(n,D),f.fromBufferAttribute(r,F),p.fromBufferAttribute(r,L),x.fromBufferAttribute(r,D),u.sub(h),d.sub(h),p.sub(f),x.sub(f);let k=1/(p.x*x.y-x.x*p.y);isFinite(k)&&(m.copy(u).multiplyScalar(x.y).addScaledVector(d,-p.y).multiplyScalar(k),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-x.x).multiplyScalar(k),a[F].add(m),a[L].add(m),a[D].add(m),l[F].add(g),l[L].add(g),l[D].add(g))}let E=this.groups;E.length===0&&(E=[{start:0,count:e.count}]);for(let F=0,L=E.length;F<L;++F){let D=E[F],k=D.start,G=D.count;for(let N=k,W=k+G;N<W;N+=3)_(e.getX(N+0),e.getX(N+1),e.getX(N+2))}let y=new P,C=new P,M=new P,v=new P;function S(F){M.fromBufferAttribute(s,F),v.copy(M);let L=a[F];y.copy(L),y.sub(M.multiplyScalar(M.dot(L))).normalize(),C.crossVectors(v,L);let k=C.dot(l[F])<0?-1:1;o.setXYZW(F,y.x,y.y,y.z,k)}for(let F=0,L=n.count;F<L;++F)c[F]&&S(F);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new Ht(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new P,r=new P,o=new P,a=new P,l=new P,c=new P,h=new P,u=new P;if(e)for(let d=0,f=e.count;d<f;d+=3){let p=e.getX(d+0),x=e.getX(d+1),m=e.getX(d+2);s.fromBufferAttribute(t,p),r.fromBufferAttribute(t,x),o.fromBufferAttribute(t,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,x),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(x,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)s.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Ln.fromBufferAttribute(e,t),Ln.normalize(),e.setXYZ(t,Ln.x,Ln.y,Ln.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let x=0,m=l.length;x<m;x++){a.isInterleavedBufferAttribute?f=l[x]*a.data.stride+a.offset:f=l[x]*h;for(let g=0;g<h;g++)d[p++]=c[f++]}return new Ht(d,h,u)}if(this.index===null)return $e("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},Wa=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=_f,this.updateRanges=[],this.version=0,this.uuid=ur()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let s=0,r=this.stride;s<r;s++)this.array[e+s]=t.array[n+s];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Om(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let n=new this.array.constructor(e.arrayBuffers[t]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Om(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function Om(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=ur()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var ti=new P,Pi=class i{constructor(e,t,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=n,this.normalized=s,this._normalizationScale=e!==void 0?$h(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)ti.fromBufferAttribute(this,t),ti.applyMatrix4(e),this.setXYZ(t,ti.x,ti.y,ti.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)ti.fromBufferAttribute(this,t),ti.applyNormalMatrix(e),this.setXYZ(t,ti.x,ti.y,ti.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)ti.fromBufferAttribute(this,t),ti.transformDirection(e),this.setXYZ(t,ti.x,ti.y,ti.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,s){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this.data.array[e+3]=r,this}clone(e){if(e===void 0){ka("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return new Ht(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new i(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){ka("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Mf(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):wf(e,this.data.array)}},Id=new P,Nv=new P,Uv=new nt,ni=class{constructor(e=new P(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=Id.subVectors(n,t).cross(Nv.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(Id),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||Uv.getNormalMatrix(e),s=this.coplanarPoint(Id).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},Fv=0,Xi=class extends Wi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Fv++}),this.uuid=ur(),this.name="",this.type="Material",this.blending=Go,this.side=cr,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=ef,this.blendDst=tf,this.blendEquation=Lr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new qe(0,0,0),this.blendAlpha=0,this.depthFunc=To,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Ng,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Mc,this.stencilZFail=Mc,this.stencilZPass=Mc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){$e(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){$e(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new qe().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new ni().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Pe().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Pe().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var Rs=new P,Ld=new P,nc=new P,ic=new P,Js=class{constructor(e=new P,t=new P(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,Rs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=Rs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(Rs.copy(this.origin).addScaledVector(this.direction,t),Rs.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){Ld.copy(e).add(t).multiplyScalar(.5),nc.copy(t).sub(e).normalize(),ic.copy(this.origin).sub(Ld);let r=e.distanceTo(t)*.5,o=-this.direction.dot(nc),a=ic.dot(this.direction),l=-ic.dot(nc),c=ic.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let x=1/h;u*=x,d*=x,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(Ld).addScaledVector(nc,d),f}intersectSphere(e,t){if(e.radius<0)return null;Rs.subVectors(e.center,this.origin);let n=Rs.dot(this.direction),s=Rs.dot(Rs)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,s=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,s=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,Rs)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=e.x-o.x,d=e.y-o.y,f=e.z-o.z,p=t.x-o.x,x=t.y-o.y,m=t.z-o.z,g=n.x-o.x,_=n.y-o.y,E=n.z-o.z,y=Math.abs(l),C=Math.abs(c),M=Math.abs(h),v,S,F,L,D,k,G,N,W,Y,H,le;if(y>=C&&y>=M?(F=l,k=u,W=p,le=g,l>=0?(v=c,S=h,L=d,D=f,G=x,N=m,Y=_,H=E):(v=h,S=c,L=f,D=d,G=m,N=x,Y=E,H=_)):C>=M?(F=c,k=d,W=x,le=_,c>=0?(v=h,S=l,L=f,D=u,G=m,N=p,Y=E,H=g):(v=l,S=h,L=u,D=f,G=p,N=m,Y=g,H=E)):(F=h,k=f,W=m,le=E,h>=0?(v=l,S=c,L=u,D=d,G=p,N=x,Y=g,H=_):(v=c,S=l,L=d,D=u,G=x,N=p,Y=_,H=g)),F===0)return null;let Z=v/F,J=S/F,te=1/F,de=L-Z*k,ue=D-J*k,ee=G-Z*W,me=N-J*W,xe=Y-Z*le,Ae=H-J*le,Se=xe*me-Ae*ee,We=de*Ae-ue*xe,ot=ee*ue-me*de;if(s){if(Se<0||We<0||ot<0)return null}else if((Se<0||We<0||ot<0)&&(Se>0||We>0||ot>0))return null;let Ge=Se+We+ot;if(Ge===0)return null;let pt=te*(Se*k+We*W+ot*le);return(Ge>0?pt<0:pt>0)?null:this.at(pt/Ge,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Qs=class extends Xi{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new qe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new us,this.combine=ah,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},Bm=new bt,Mr=new Js,sc=new _i,km=new P,rc=new P,oc=new P,ac=new P,Dd=new P,lc=new P,zm=new P,cc=new P,ct=class extends vn{constructor(e=new Mt,t=new Qs){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){lc.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Dd.fromBufferAttribute(u,e),o?lc.addScaledVector(Dd,h):lc.addScaledVector(Dd.sub(t),h))}t.add(lc)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),sc.copy(n.boundingSphere),sc.applyMatrix4(r),Mr.copy(e.ray).recast(e.near),!(sc.containsPoint(Mr.origin)===!1&&(Mr.intersectSphere(sc,km)===null||Mr.origin.distanceToSquared(km)>(e.far-e.near)**2))&&(Bm.copy(r).invert(),Mr.copy(e.ray).applyMatrix4(Bm),!(n.boundingBox!==null&&Mr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,Mr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,x=d.length;p<x;p++){let m=d[p],g=o[m.materialIndex],_=Math.max(m.start,f.start),E=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let y=_,C=E;y<C;y+=3){let M=a.getX(y),v=a.getX(y+1),S=a.getX(y+2);s=hc(this,g,e,n,c,h,u,M,v,S),s&&(s.faceIndex=Math.floor(y/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),x=Math.min(a.count,f.start+f.count);for(let m=p,g=x;m<g;m+=3){let _=a.getX(m),E=a.getX(m+1),y=a.getX(m+2);s=hc(this,o,e,n,c,h,u,_,E,y),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,x=d.length;p<x;p++){let m=d[p],g=o[m.materialIndex],_=Math.max(m.start,f.start),E=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let y=_,C=E;y<C;y+=3){let M=y,v=y+1,S=y+2;s=hc(this,g,e,n,c,h,u,M,v,S),s&&(s.faceIndex=Math.floor(y/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),x=Math.min(l.count,f.start+f.count);for(let m=p,g=x;m<g;m+=3){let _=m,E=m+1,y=m+2;s=hc(this,o,e,n,c,h,u,_,E,y),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function Ov(i,e,t,n,s,r,o,a){let l;if(e.side===kn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===cr,a),l===null)return null;cc.copy(a),cc.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(cc);return c<t.near||c>t.far?null:{distance:c,point:cc.clone(),object:i}}function hc(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,rc),i.getVertexPosition(l,oc),i.getVertexPosition(c,ac);let h=Ov(i,e,t,n,rc,oc,ac,zm);if(h){let u=new P;Is.getBarycoord(zm,rc,oc,ac,u),s&&(h.uv=Is.getInterpolatedAttribute(s,a,l,c,u,new Pe)),r&&(h.uv1=Is.getInterpolatedAttribute(r,a,l,c,u,new Pe)),o&&(h.normal=Is.getInterpolatedAttribute(o,a,l,c,u,new P),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new P,materialIndex:0};Is.getNormal(rc,oc,ac,d.normal),h.face=d,h.barycoord=u}return h}var Xa=class extends oi{constructor(e=null,t=1,n=1,s,r,o,a,l,c=Dn,h=Dn,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var No=class extends Ht{constructor(e,t,n,s=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},xo=new bt,Vm=new bt,uc=[],Gm=new cn,Bv=new bt,Ca=new ct,Pa=new _i,qa=class extends ct{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new No(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,Bv)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new cn),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,xo),Gm.copy(e.boundingBox).applyMatrix4(xo),this.boundingBox.union(Gm)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new _i),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,xo),Pa.copy(e.boundingSphere).applyMatrix4(xo),this.boundingSphere.union(Pa)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(e,t){let n=this.matrixWorld,s=this.count;if(Ca.geometry=this.geometry,Ca.material=this.material,Ca.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Pa.copy(this.boundingSphere),Pa.applyMatrix4(n),e.ray.intersectsSphere(Pa)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,xo),Vm.multiplyMatrices(n,xo),Ca.matrixWorld=Vm,Ca.raycast(e,uc);for(let o=0,a=uc.length;o<a;o++){let l=uc[o];l.instanceId=r,l.object=this,t.push(l)}uc.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new No(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let n=t.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new Xa(new Float32Array(s*this.count),s,this.count,ph,Ni));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*e;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},wr=new _i,kv=new Pe(.5,.5),dc=new P,er=class{constructor(e=new ni,t=new ni,n=new ni,s=new ni,r=new ni,o=new ni){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Ci,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],x=r[9],m=r[10],g=r[11],_=r[12],E=r[13],y=r[14],C=r[15];if(s[0].setComponents(c-o,f-h,g-p,C-_).normalize(),s[1].setComponents(c+o,f+h,g+p,C+_).normalize(),s[2].setComponents(c+a,f+u,g+x,C+E).normalize(),s[3].setComponents(c-a,f-u,g-x,C-E).normalize(),n)s[4].setComponents(l,d,m,y).normalize(),s[5].setComponents(c-l,f-d,g-m,C-y).normalize();else if(s[4].setComponents(c-l,f-d,g-m,C-y).normalize(),t===Ci)s[5].setComponents(c+l,f+d,g+m,C+y).normalize();else if(t===Co)s[5].setComponents(l,d,m,y).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),wr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),wr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(wr)}intersectsSprite(e){wr.center.set(0,0,0);let t=kv.distanceTo(e.center);return wr.radius=.7071067811865476+t,wr.applyMatrix4(e.matrixWorld),this.intersectsSphere(wr)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(dc.x=s.normal.x>0?e.max.x:e.min.x,dc.y=s.normal.y>0?e.max.y:e.min.y,dc.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(dc)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Hm=new bt,Fc=class i{constructor(){this.coordinateSystem=Ci,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];Hm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new er),n[s].setFromProjectionMatrix(Hm,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new er),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var ai=class extends Xi{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new qe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},Oc=new P,Bc=new P,Wm=new bt,Ra=new Js,fc=new _i,Nd=new P,Xm=new P,tr=class extends vn{constructor(e=new Mt,t=new ai){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)Oc.fromBufferAttribute(t,s-1),Bc.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=Oc.distanceTo(Bc);e.setAttribute("lineDistance",new dt(n,1))}else $e("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),fc.copy(n.boundingSphere),fc.applyMatrix4(s),fc.radius+=r,e.ray.intersectsSphere(fc)===!1)return;Wm.copy(s).invert(),Ra.copy(e.ray).applyMatrix4(Wm);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let x=f,m=p-1;x<m;x+=c){let g=h.getX(x),_=h.getX(x+1),E=pc(this,e,Ra,l,g,_,x);E&&t.push(E)}if(this.isLineLoop){let x=h.getX(p-1),m=h.getX(f),g=pc(this,e,Ra,l,x,m,p-1);g&&t.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let x=f,m=p-1;x<m;x+=c){let g=pc(this,e,Ra,l,x,x+1,x);g&&t.push(g)}if(this.isLineLoop){let x=pc(this,e,Ra,l,p-1,f,p-1);x&&t.push(x)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function pc(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(Oc.fromBufferAttribute(a,s),Bc.fromBufferAttribute(a,r),t.distanceSqToSegment(Oc,Bc,Nd,Xm)>n)return;Nd.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Nd);if(!(c<e.near||c>e.far))return{distance:c,point:Xm.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var qm=new P,Ym=new P,Ri=class extends tr{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)qm.fromBufferAttribute(t,s),Ym.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+qm.distanceTo(Ym);e.setAttribute("lineDistance",new dt(n,1))}else $e("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Ya=class extends oi{constructor(e=[],t=Dr,n,s,r,o,a,l,c,h){super(e,t,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Ns=class extends oi{constructor(e,t,n=qi,s,r,o,a=Dn,l=Dn,c,h=Ds,u=1){if(h!==Ds&&h!==Fs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Io(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},$a=class extends Ns{constructor(e,t=qi,n=Dr,s,r,o=Dn,a=Dn,l,c=Ds){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},Za=class extends oi{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},vi=class i extends Mt{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,t,e,o,r,0),p("z","y","x",1,-1,n,t,-e,o,r,1),p("x","z","y",1,1,e,n,t,s,o,2),p("x","z","y",1,-1,e,n,-t,s,o,3),p("x","y","z",1,-1,e,t,n,s,r,4),p("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new dt(c,3)),this.setAttribute("normal",new dt(h,3)),this.setAttribute("uv",new dt(u,2));function p(x,m,g,_,E,y,C,M,v,S,F){let L=y/v,D=C/S,k=y/2,G=C/2,N=M/2,W=v+1,Y=S+1,H=0,le=0,Z=new P;for(let J=0;J<Y;J++){let te=J*D-G;for(let de=0;de<W;de++){let ue=de*L-k;Z[x]=ue*_,Z[m]=te*E,Z[g]=N,c.push(Z.x,Z.y,Z.z),Z[x]=0,Z[m]=0,Z[g]=M>0?1:-1,h.push(Z.x,Z.y,Z.z),u.push(de/v),u.push(1-J/S),H+=1}}for(let J=0;J<S;J++)for(let te=0;te<v;te++){let de=d+te+W*J,ue=d+te+W*(J+1),ee=d+(te+1)+W*(J+1),me=d+(te+1)+W*J;l.push(de,ue,me),l.push(ue,ee,me),le+=6}a.addGroup(f,le,F),f+=le,d+=H}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var nr=class i extends Mt{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,x=[],m=n/2,g=0;_(),o===!1&&(e>0&&E(!0),t>0&&E(!1)),this.setIndex(h),this.setAttribute("position",new dt(u,3)),this.setAttribute("normal",new dt(d,3)),this.setAttribute("uv",new dt(f,2));function _(){let y=new P,C=new P,M=0,v=(t-e)/n;for(let S=0;S<=r;S++){let F=[],L=S/r,D=L*(t-e)+e;for(let k=0;k<=s;k++){let G=k/s,N=G*l+a,W=Math.sin(N),Y=Math.cos(N);C.x=D*W,C.y=-L*n+m,C.z=D*Y,u.push(C.x,C.y,C.z),y.set(W,v,Y).normalize(),d.push(y.x,y.y,y.z),f.push(G,1-L),F.push(p++)}x.push(F)}for(let S=0;S<s;S++)for(let F=0;F<r;F++){let L=x[F][S],D=x[F+1][S],k=x[F+1][S+1],G=x[F][S+1];(e>0||F!==0)&&(h.push(L,D,G),M+=3),(t>0||F!==r-1)&&(h.push(D,k,G),M+=3)}c.addGroup(g,M,0),g+=M}function E(y){let C=p,M=new Pe,v=new P,S=0,F=y===!0?e:t,L=y===!0?1:-1;for(let k=1;k<=s;k++)u.push(0,m*L,0),d.push(0,L,0),f.push(.5,.5),p++;let D=p;for(let k=0;k<=s;k++){let N=k/s*l+a,W=Math.cos(N),Y=Math.sin(N);v.x=F*Y,v.y=m*L,v.z=F*W,u.push(v.x,v.y,v.z),d.push(0,L,0),M.x=W*.5+.5,M.y=Y*.5*L+.5,f.push(M.x,M.y),p++}for(let k=0;k<s;k++){let G=C+k,N=D+k;y===!0?h.push(N,N+1,G):h.push(N+1,N,G),S+=3}c.addGroup(g,S,y===!0?1:2),g+=S}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Tr=class i extends nr{constructor(e=1,t=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new i(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},kc=class i extends Mt{constructor(e=[],t=[],n=1,s=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:e,indices:t,radius:n,detail:s};let r=[],o=[];a(s),c(n),h(),this.setAttribute("position",new dt(r,3)),this.setAttribute("normal",new dt(r.slice(),3)),this.setAttribute("uv",new dt(o,2)),s===0?this.computeVertexNormals():this.normalizeNormals();function a(_){let E=new P,y=new P,C=new P;for(let M=0;M<t.length;M+=3)f(t[M+0],E),f(t[M+1],y),f(t[M+2],C),l(E,y,C,_)}function l(_,E,y,C){let M=C+1,v=[];for(let S=0;S<=M;S++){v[S]=[];let F=_.clone().lerp(y,S/M),L=E.clone().lerp(y,S/M),D=M-S;for(let k=0;k<=D;k++)k===0&&S===M?v[S][k]=F:v[S][k]=F.clone().lerp(L,k/D)}for(let S=0;S<M;S++)for(let F=0;F<2*(M-S)-1;F++){let L=Math.floor(F/2);F%2===0?(d(v[S][L+1]),d(v[S+1][L]),d(v[S][L])):(d(v[S][L+1]),d(v[S+1][L+1]),d(v[S+1][L]))}}function c(_){let E=new P;for(let y=0;y<r.length;y+=3)E.x=r[y+0],E.y=r[y+1],E.z=r[y+2],E.normalize().multiplyScalar(_),r[y+0]=E.x,r[y+1]=E.y,r[y+2]=E.z}function h(){let _=new P;for(let E=0;E<r.length;E+=3){_.x=r[E+0],_.y=r[E+1],_.z=r[E+2];let y=m(_)/2/Math.PI+.5,C=g(_)/Math.PI+.5;o.push(y,1-C)}p(),u()}function u(){for(let _=0;_<o.length;_+=6){let E=o[_+0],y=o[_+2],C=o[_+4],M=Math.max(E,y,C),v=Math.min(E,y,C);M>.9&&v<.1&&(E<.2&&(o[_+0]+=1),y<.2&&(o[_+2]+=1),C<.2&&(o[_+4]+=1))}}function d(_){r.push(_.x,_.y,_.z)}function f(_,E){let y=_*3;E.x=e[y+0],E.y=e[y+1],E.z=e[y+2]}function p(){let _=new P,E=new P,y=new P,C=new P,M=new Pe,v=new Pe,S=new Pe;for(let F=0,L=0;F<r.length;F+=9,L+=6){_.set(r[F+0],r[F+1],r[F+2]),E.set(r[F+3],r[F+4],r[F+5]),y.set(r[F+6],r[F+7],r[F+8]),M.set(o[L+0],o[L+1]),v.set(o[L+2],o[L+3]),S.set(o[L+4],o[L+5]),C.copy(_).add(E).add(y).divideScalar(3);let D=m(C);x(M,L+0,_,D),x(v,L+2,E,D),x(S,L+4,y,D)}}function x(_,E,y,C){C<0&&_.x===1&&(o[E]=_.x-1),y.x===0&&y.z===0&&(o[E]=C/2/Math.PI+.5)}function m(_){return Math.atan2(_.z,-_.x)}function g(_){return Math.atan2(-_.y,Math.sqrt(_.x*_.x+_.z*_.z))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.vertices,e.indices,e.radius,e.detail)}};var mc=new P,gc=new P,Ud=new P,yc=new Is,Ka=class extends Mt{constructor(e=null,t=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:e,thresholdAngle:t},e!==null){let s=Math.pow(10,4),r=Math.cos(wo*t),o=e.getIndex(),a=e.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],h=["a","b","c"],u=new Array(3),d=new Map,f=[];for(let p=0;p<l;p+=3){o?(c[0]=o.getX(p),c[1]=o.getX(p+1),c[2]=o.getX(p+2)):(c[0]=p,c[1]=p+1,c[2]=p+2);let{a:x,b:m,c:g}=yc;if(x.fromBufferAttribute(a,c[0]),m.fromBufferAttribute(a,c[1]),g.fromBufferAttribute(a,c[2]),yc.getNormal(Ud),u[0]=`${Math.round(x.x*s)},${Math.round(x.y*s)},${Math.round(x.z*s)}`,u[1]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,u[2]=`${Math.round(g.x*s)},${Math.round(g.y*s)},${Math.round(g.z*s)}`,!(u[0]===u[1]||u[1]===u[2]||u[2]===u[0]))for(let _=0;_<3;_++){let E=(_+1)%3,y=u[_],C=u[E],M=yc[h[_]],v=yc[h[E]],S=`${y}_${C}`,F=`${C}_${y}`,L=d.get(F);L?(Ud.dot(L.normal)<=r&&(f.push(M.x,M.y,M.z),f.push(v.x,v.y,v.z)),d.set(F,null)):d.has(S)||d.set(S,{index0:c[_],index1:c[E],normal:Ud.clone()})}}for(let p of d.values())if(p){let{index0:x,index1:m}=p;mc.fromBufferAttribute(a,x),gc.fromBufferAttribute(a,m),f.push(mc.x,mc.y,mc.z),f.push(gc.x,gc.y,gc.z)}this.setAttribute("position",new dt(f,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}},Ii=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){$e("Curve: .getPoint() not implemented.")}getPointAt(e,t){let n=this.getUtoTmapping(e);return this.getPoint(n,t)}getPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPoint(n/e));return t}getSpacedPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPointAt(n/e));return t}getLength(){let e=this.getLengths();return e[e.length-1]}getLengths(e=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===e+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let t=[],n,s=this.getPoint(0),r=0;t.push(0);for(let o=1;o<=e;o++)n=this.getPoint(o/e),r+=n.distanceTo(s),t.push(r),s=n;return this.cacheArcLengths=t,t}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(e,t=null){let n=this.getLengths(),s=0,r=n.length,o;t?o=t:o=e*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(e,t){let s=e-1e-4,r=e+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=t||(o.isVector2?new Pe:new P);return l.copy(a).sub(o).normalize(),l}getTangentAt(e,t){let n=this.getUtoTmapping(e);return this.getTangent(n,t)}computeFrenetFrames(e,t=!1){let n=new P,s=[],r=[],o=[],a=new P,l=new bt;for(let f=0;f<=e;f++){let p=f/e;s[f]=this.getTangentAt(p,new P)}r[0]=new P,o[0]=new P;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=e;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(tt(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,p))}o[f].crossVectors(s[f],r[f])}if(t===!0){let f=Math.acos(tt(r[0].dot(r[e]),-1,1));f/=e,s[0].dot(a.crossVectors(r[0],r[e]))>0&&(f=-f);for(let p=1;p<=e;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],f*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let e={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return e.arcLengthDivisions=this.arcLengthDivisions,e.type=this.type,e}fromJSON(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}},ja=class extends Ii{constructor(e=0,t=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=e,this.aY=t,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(e,t=new Pe){let n=t,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+e*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(e){return super.copy(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}toJSON(){let e=super.toJSON();return e.aX=this.aX,e.aY=this.aY,e.xRadius=this.xRadius,e.yRadius=this.yRadius,e.aStartAngle=this.aStartAngle,e.aEndAngle=this.aEndAngle,e.aClockwise=this.aClockwise,e.aRotation=this.aRotation,e}fromJSON(e){return super.fromJSON(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}},zc=class extends ja{constructor(e,t,n,s,r,o){super(e,t,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Ef(){let i=0,e=0,t=0,n=0;function s(r,o,a,l){i=r,e=a,t=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+e*r+t*o+n*a}}}var $m=new P,Zm=new P,Fd=new Ef,Od=new Ef,Bd=new Ef,Ar=class extends Ii{constructor(e=[],t=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=e,this.closed=t,this.curveType=n,this.tension=s}getPoint(e,t=new P){let n=t,s=this.points,r=s.length,o=(r-(this.closed?0:1))*e,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(Zm.subVectors(s[0],s[1]).add(s[0]),c=Zm);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:($m.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=$m),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),f),x=Math.pow(u.distanceToSquared(d),f),m=Math.pow(d.distanceToSquared(h),f);x<1e-4&&(x=1),p<1e-4&&(p=x),m<1e-4&&(m=x),Fd.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,p,x,m),Od.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,p,x,m),Bd.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,p,x,m)}else this.curveType==="catmullrom"&&(Fd.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),Od.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),Bd.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(Fd.calc(l),Od.calc(l),Bd.calc(l)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(s.clone())}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.length;t<n;t++){let s=this.points[t];e.points.push(s.toArray())}return e.closed=this.closed,e.curveType=this.curveType,e.tension=this.tension,e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(new P().fromArray(s))}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}};function Km(i,e,t,n,s){let r=(n-e)*.5,o=(s-t)*.5,a=i*i,l=i*a;return(2*t-2*n+r+o)*l+(-3*t+3*n-2*r-o)*a+r*i+t}function zv(i,e){let t=1-i;return t*t*e}function Vv(i,e){return 2*(1-i)*i*e}function Gv(i,e){return i*i*e}function Da(i,e,t,n){return zv(i,e)+Vv(i,t)+Gv(i,n)}function Hv(i,e){let t=1-i;return t*t*t*e}function Wv(i,e){let t=1-i;return 3*t*t*i*e}function Xv(i,e){return 3*(1-i)*i*i*e}function qv(i,e){return i*i*i*e}function Na(i,e,t,n,s){return Hv(i,e)+Wv(i,t)+Xv(i,n)+qv(i,s)}var Vc=class extends Ii{constructor(e=new Pe,t=new Pe,n=new Pe,s=new Pe){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=e,this.v1=t,this.v2=n,this.v3=s}getPoint(e,t=new Pe){let n=t,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Na(e,s.x,r.x,o.x,a.x),Na(e,s.y,r.y,o.y,a.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},Gc=class extends Ii{constructor(e=new P,t=new P,n=new P,s=new P){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=e,this.v1=t,this.v2=n,this.v3=s}getPoint(e,t=new P){let n=t,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Na(e,s.x,r.x,o.x,a.x),Na(e,s.y,r.y,o.y,a.y),Na(e,s.z,r.z,o.z,a.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},Hc=class extends Ii{constructor(e=new Pe,t=new Pe){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=e,this.v2=t}getPoint(e,t=new Pe){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new Pe){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Wc=class extends Ii{constructor(e=new P,t=new P){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=e,this.v2=t}getPoint(e,t=new P){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new P){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Xc=class extends Ii{constructor(e=new Pe,t=new Pe,n=new Pe){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new Pe){let n=t,s=this.v0,r=this.v1,o=this.v2;return n.set(Da(e,s.x,r.x,o.x),Da(e,s.y,r.y,o.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Ja=class extends Ii{constructor(e=new P,t=new P,n=new P){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new P){let n=t,s=this.v0,r=this.v1,o=this.v2;return n.set(Da(e,s.x,r.x,o.x),Da(e,s.y,r.y,o.y),Da(e,s.z,r.z,o.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},qc=class extends Ii{constructor(e=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=e}getPoint(e,t=new Pe){let n=t,s=this.points,r=(s.length-1)*e,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(Km(a,l.x,c.x,h.x,u.x),Km(a,l.y,c.y,h.y,u.y)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(s.clone())}return this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.length;t<n;t++){let s=this.points[t];e.points.push(s.toArray())}return e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(new Pe().fromArray(s))}return this}},Yv=Object.freeze({__proto__:null,ArcCurve:zc,CatmullRomCurve3:Ar,CubicBezierCurve:Vc,CubicBezierCurve3:Gc,EllipseCurve:ja,LineCurve:Hc,LineCurve3:Wc,QuadraticBezierCurve:Xc,QuadraticBezierCurve3:Ja,SplineCurve:qc});var Qa=class i extends Mt{constructor(e=[new Pe(0,-.5),new Pe(.5,0),new Pe(0,.5)],t=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:e,segments:t,phiStart:n,phiLength:s},t=Math.floor(t),s=tt(s,0,Math.PI*2);let r=[],o=[],a=[],l=[],c=[],h=1/t,u=new P,d=new Pe,f=new P,p=new P,x=new P,m=0,g=0;for(let _=0;_<=e.length-1;_++)switch(_){case 0:m=e[_+1].x-e[_].x,g=e[_+1].y-e[_].y,f.x=g*1,f.y=-m,f.z=g*0,x.copy(f),f.normalize(),l.push(f.x,f.y,f.z);break;case e.length-1:x.normalize(),l.push(x.x,x.y,x.z);break;default:m=e[_+1].x-e[_].x,g=e[_+1].y-e[_].y,f.x=g*1,f.y=-m,f.z=g*0,p.copy(f),f.x+=x.x,f.y+=x.y,f.z+=x.z,f.normalize(),l.push(f.x,f.y,f.z),x.copy(p)}for(let _=0;_<=t;_++){let E=n+_*h*s,y=Math.sin(E),C=Math.cos(E);for(let M=0;M<=e.length-1;M++){u.x=e[M].x*y,u.y=e[M].y,u.z=e[M].x*C,o.push(u.x,u.y,u.z),d.x=_/t,d.y=M/(e.length-1),a.push(d.x,d.y);let v=l[3*M+0]*y,S=l[3*M+1],F=l[3*M+0]*C;c.push(v,S,F)}}for(let _=0;_<t;_++)for(let E=0;E<e.length-1;E++){let y=E+_*e.length,C=y,M=y+e.length,v=y+e.length+1,S=y+1;r.push(C,M,S),r.push(v,S,M)}this.setIndex(r),this.setAttribute("position",new dt(o,3)),this.setAttribute("uv",new dt(a,2)),this.setAttribute("normal",new dt(c,3))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.points,e.segments,e.phiStart,e.phiLength)}},Cr=class i extends kc{constructor(e=1,t=0){let n=[1,0,0,-1,0,0,0,1,0,0,-1,0,0,0,1,0,0,-1],s=[0,2,4,0,4,3,0,3,5,0,5,2,1,2,5,1,5,3,1,3,4,1,4,2];super(n,s,e,t),this.type="OctahedronGeometry",this.parameters={radius:e,detail:t}}static fromJSON(e){return new i(e.radius,e.detail)}},Li=class i extends Mt{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=e/a,d=t/l,f=[],p=[],x=[],m=[];for(let g=0;g<h;g++){let _=g*d-o;for(let E=0;E<c;E++){let y=E*u-r;p.push(y,-_,0),x.push(0,0,1),m.push(E/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let _=0;_<a;_++){let E=_+c*g,y=_+c*(g+1),C=_+1+c*(g+1),M=_+1+c*g;f.push(E,y,M),f.push(y,C,M)}this.setIndex(f),this.setAttribute("position",new dt(p,3)),this.setAttribute("normal",new dt(x,3)),this.setAttribute("uv",new dt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var Bn=class i extends Mt{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new P,d=new P,f=[],p=[],x=[],m=[];for(let g=0;g<=n;g++){let _=[],E=g/n,y=o+E*a,C=e*Math.cos(y),M=Math.sqrt(e*e-C*C),v=0;g===0&&o===0?v=.5/t:g===n&&l===Math.PI&&(v=-.5/t);for(let S=0;S<=t;S++){let F=S/t,L=s+F*r;u.x=-M*Math.cos(L),u.y=C,u.z=M*Math.sin(L),p.push(u.x,u.y,u.z),d.copy(u).normalize(),x.push(d.x,d.y,d.z),m.push(F+v,1-E),_.push(c++)}h.push(_)}for(let g=0;g<n;g++)for(let _=0;_<t;_++){let E=h[g][_+1],y=h[g][_],C=h[g+1][_],M=h[g+1][_+1];(g!==0||o>0)&&f.push(E,y,M),(g!==n-1||l<Math.PI)&&f.push(y,C,M)}this.setIndex(f),this.setAttribute("position",new dt(p,3)),this.setAttribute("normal",new dt(x,3)),this.setAttribute("uv",new dt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var Uo=class i extends Mt{constructor(e=1,t=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:e,tube:t,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],d=new P,f=new P,p=new P;for(let x=0;x<=n;x++){let m=o+x/n*a;for(let g=0;g<=s;g++){let _=g/s*r;f.x=(e+t*Math.cos(m))*Math.cos(_),f.y=(e+t*Math.cos(m))*Math.sin(_),f.z=t*Math.sin(m),c.push(f.x,f.y,f.z),d.x=e*Math.cos(_),d.y=e*Math.sin(_),p.subVectors(f,d).normalize(),h.push(p.x,p.y,p.z),u.push(g/s),u.push(x/n)}}for(let x=1;x<=n;x++)for(let m=1;m<=s;m++){let g=(s+1)*x+m-1,_=(s+1)*(x-1)+m-1,E=(s+1)*(x-1)+m,y=(s+1)*x+m;l.push(g,_,y),l.push(_,E,y)}this.setIndex(l),this.setAttribute("position",new dt(c,3)),this.setAttribute("normal",new dt(h,3)),this.setAttribute("uv",new dt(u,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.tube,e.radialSegments,e.tubularSegments,e.arc,e.thetaStart,e.thetaLength)}};var Fo=class i extends Mt{constructor(e=new Ja(new P(-1,-1,0),new P(-1,1,0),new P(1,1,0)),t=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:e,tubularSegments:t,radius:n,radialSegments:s,closed:r};let o=e.computeFrenetFrames(t,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new P,l=new P,c=new Pe,h=new P,u=[],d=[],f=[],p=[];x(),this.setIndex(p),this.setAttribute("position",new dt(u,3)),this.setAttribute("normal",new dt(d,3)),this.setAttribute("uv",new dt(f,2));function x(){for(let E=0;E<t;E++)m(E);m(r===!1?t:0),_(),g()}function m(E){h=e.getPointAt(E/t,h);let y=o.normals[E],C=o.binormals[E];for(let M=0;M<=s;M++){let v=M/s*Math.PI*2,S=Math.sin(v),F=-Math.cos(v);l.x=F*y.x+S*C.x,l.y=F*y.y+S*C.y,l.z=F*y.z+S*C.z,l.normalize(),d.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function g(){for(let E=1;E<=t;E++)for(let y=1;y<=s;y++){let C=(s+1)*(E-1)+(y-1),M=(s+1)*E+(y-1),v=(s+1)*E+y,S=(s+1)*(E-1)+y;p.push(C,M,S),p.push(M,v,S)}}function _(){for(let E=0;E<=t;E++)for(let y=0;y<=s;y++)c.x=E/t,c.y=y/s,f.push(c.x,c.y)}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}toJSON(){let e=super.toJSON();return e.path=this.parameters.path.toJSON(),e}static fromJSON(e){return new i(new Yv[e.path.type]().fromJSON(e.path),e.tubularSegments,e.radius,e.radialSegments,e.closed)}},el=class extends Mt{constructor(e=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:e},e!==null){let t=[],n=new Set,s=new P,r=new P;if(e.index!==null){let o=e.attributes.position,a=e.index,l=e.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let p=d,x=d+f;p<x;p+=3)for(let m=0;m<3;m++){let g=a.getX(p+m),_=a.getX(p+(m+1)%3);s.fromBufferAttribute(o,g),r.fromBufferAttribute(o,_),jm(s,r,n)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}}else{let o=e.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),jm(s,r,n)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}this.setAttribute("position",new dt(t,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};function jm(i,e,t){let n=`${i.x},${i.y},${i.z}-${e.x},${e.y},${e.z}`,s=`${e.x},${e.y},${e.z}-${i.x},${i.y},${i.z}`;return t.has(n)===!0||t.has(s)===!0?!1:(t.add(n),t.add(s),!0)}var tl=class extends Xi{constructor(e){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new qe(0),this.transparent=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.fog=e.fog,this}};function Ur(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(Jm(s))s.isRenderTargetTexture?($e("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(Jm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Zn(i){let e={};for(let t=0;t<i.length;t++){let n=Ur(i[t]);for(let s in n)e[s]=n[s]}return e}function Jm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function $v(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function Tf(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:_t.workingColorSpace}var Sl={clone:Ur,merge:Zn},Zv=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Kv=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Di=class extends Xi{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Zv,this.fragmentShader=Kv,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Ur(e.uniforms),this.uniformsGroups=$v(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new qe().setHex(s.value);break;case"v2":this.uniforms[n].value=new Pe().fromArray(s.value);break;case"v3":this.uniforms[n].value=new P().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Lt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new nt().fromArray(s.value);break;case"m4":this.uniforms[n].value=new bt().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},Yc=class extends Di{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},$n=class extends Xi{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new qe(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new qe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=bl,this.normalScale=new Pe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new us,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var nl=class extends Xi{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new qe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new qe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=bl,this.normalScale=new Pe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new us,this.combine=ah,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},$c=class extends Xi{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Lg,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Zc=class extends Xi{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function _o(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function xc(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var ir=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Kc=class extends ir{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Gd,endingEnd:Gd}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Hd:r=e,a=2*t-n;break;case Wd:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Hd:o=e,l=2*n-t;break;case Wd:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(s-t),x=p*p,m=x*p,g=-d*m+2*d*x-d*p,_=(1+d)*m+(-1.5-2*d)*x+(-.5+d)*p+1,E=(-1-f)*m+(1.5+f)*x+.5*p,y=f*m-f*x;for(let C=0;C!==a;++C)r[C]=g*o[h+C]+_*o[c+C]+E*o[l+C]+y*o[u+C];return r}},jc=class extends ir{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(s-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},Jc=class extends ir{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},Qc=class extends ir{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-t)/(s-t),x=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*x+o[l+m]*p;return r}let d=a*2,f=e-1;for(let p=0;p!==a;++p){let x=o[c+p],m=o[l+p],g=f*d+p*2,_=u[g],E=u[g+1],y=e*d+p*2,C=h[y],M=h[y+1],v=Jv(n,t,_,C,s);r[p]=Xg(v,x,E,M,m)}return r}};function Xg(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function jv(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function Jv(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=Xg(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=jv(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var bi=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=_o(t,this.TimeBufferType),this.values=_o(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:_o(e.times,Array),values:_o(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),xc(e.settings)&&(n.settings={inTangents:_o(e.settings.inTangents,Array),outTangents:_o(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Jc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new jc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Kc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new Qc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Ua:t=this.InterpolantFactoryMethodDiscrete;break;case Lc:t=this.InterpolantFactoryMethodLinear;break;case Sc:t=this.InterpolantFactoryMethodSmooth;break;case Vd:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return $e("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ua;case this.InterpolantFactoryMethodLinear:return Lc;case this.InterpolantFactoryMethodSmooth:return Sc;case this.InterpolantFactoryMethodBezier:return Vd}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;xc(this.settings)&&(Qm(this.settings.inTangents,e),Qm(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;xc(this.settings)&&(eg(this.settings.inTangents,e),eg(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Qe("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(Qe("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){Qe("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){Qe("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&rv(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){Qe("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Sc,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let x=t[u+p];if(x!==t[d+p]||x!==t[f+p]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,xc(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Qm(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function eg(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}bi.prototype.ValueTypeName="";bi.prototype.TimeBufferType=Float32Array;bi.prototype.ValueBufferType=Float32Array;bi.prototype.DefaultInterpolation=Lc;var sr=class extends bi{constructor(e,t,n){super(e,t,n)}};sr.prototype.ValueTypeName="bool";sr.prototype.ValueBufferType=Array;sr.prototype.DefaultInterpolation=Ua;sr.prototype.InterpolantFactoryMethodLinear=void 0;sr.prototype.InterpolantFactoryMethodSmooth=void 0;var eh=class extends bi{constructor(e,t,n,s){super(e,t,n,s)}};eh.prototype.ValueTypeName="color";var th=class extends bi{constructor(e,t,n,s){super(e,t,n,s)}};th.prototype.ValueTypeName="number";var nh=class extends ir{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let h=c+a;c!==h;c+=4)Et.slerpFlat(r,0,o,c-a,o,c,l);return r}},il=class extends bi{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new nh(this.times,this.values,this.getValueSize(),e)}};il.prototype.ValueTypeName="quaternion";il.prototype.InterpolantFactoryMethodSmooth=void 0;var rr=class extends bi{constructor(e,t,n){super(e,t,n)}};rr.prototype.ValueTypeName="string";rr.prototype.ValueBufferType=Array;rr.prototype.DefaultInterpolation=Ua;rr.prototype.InterpolantFactoryMethodLinear=void 0;rr.prototype.InterpolantFactoryMethodSmooth=void 0;var ih=class extends bi{constructor(e,t,n,s){super(e,t,n,s)}};ih.prototype.ValueTypeName="vector";var sh=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},qg=new sh,rh=class{constructor(e){this.manager=e!==void 0?e:qg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};rh.DEFAULT_MATERIAL_NAME="__DEFAULT";var Oo=class extends vn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new qe(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},sl=class extends Oo{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(vn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new qe(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},kd=new bt,tg=new P,ng=new P,rl=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Pe(512,512),this.mapType=li,this.map=null,this.mapPass=null,this.matrix=new bt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new er,this._frameExtents=new Pe(1,1),this._viewportCount=1,this._viewports=[new Lt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;tg.setFromMatrixPosition(e.matrixWorld),t.position.copy(tg),ng.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(ng),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){kd.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(kd,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===Co||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(kd)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},_c=new P,vc=new Et,cs=new P,ol=class extends vn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new bt,this.projectionMatrix=new bt,this.projectionMatrixInverse=new bt,this.coordinateSystem=Ci,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(_c,vc,cs),cs.x===1&&cs.y===1&&cs.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(_c,vc,cs.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(_c,vc,cs),cs.x===1&&cs.y===1&&cs.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(_c,vc,cs.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},js=new P,ig=new Pe,sg=new Pe,Yn=class extends ol{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Ro*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(wo*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Ro*2*Math.atan(Math.tan(wo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){js.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(js.x,js.y).multiplyScalar(-e/js.z),js.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(js.x,js.y).multiplyScalar(-e/js.z)}getViewSize(e,t){return this.getViewBounds(e,ig,sg),t.subVectors(sg,ig)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(wo*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var Xd=class extends rl{constructor(){super(new Yn(90,1,.5,500)),this.isPointLightShadow=!0}},al=class extends Oo{constructor(e,t,n=0,s=2){super(e,t),this.isPointLight=!0,this.type="PointLight",this.distance=n,this.decay=s,this.shadow=new Xd}get power(){return this.intensity*4*Math.PI}set power(e){this.intensity=e/(4*Math.PI)}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.decay=e.decay,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.decay=this.decay,t.object.shadow=this.shadow.toJSON(),t}},ll=class extends ol{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},qd=class extends rl{constructor(){super(new ll(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Bo=class extends Oo{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(vn.DEFAULT_UP),this.updateMatrix(),this.target=new vn,this.shadow=new qd}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};var cl=class extends Mt{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var vo=-90,bo=1,ko=class extends vn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Yn(vo,bo,e,t);s.layers=this.layers,this.add(s);let r=new Yn(vo,bo,e,t);r.layers=this.layers,this.add(r);let o=new Yn(vo,bo,e,t);o.layers=this.layers,this.add(o);let a=new Yn(vo,bo,e,t);a.layers=this.layers,this.add(a);let l=new Yn(vo,bo,e,t);l.layers=this.layers,this.add(l);let c=new Yn(vo,bo,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===Ci)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===Co)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let x=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=x,e.setRenderTarget(n,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},oh=class extends Yn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var Af="\\[\\]\\.:\\/",Qv=new RegExp("["+Af+"]","g"),Cf="[^"+Af+"]",eb="[^"+Af.replace("\\.","")+"]",tb=/((?:WC+[\/:])*)/.source.replace("WC",Cf),nb=/(WCOD+)?/.source.replace("WCOD",eb),ib=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Cf),sb=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Cf),rb=new RegExp("^"+tb+nb+ib+sb+"$"),ob=["material","materials","bones","map"],Yd=class{constructor(e,t,n){let s=n||$t.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},$t=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Qv,"")}static parseTrackName(e){let t=rb.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);ob.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){$e("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Qe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Qe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Qe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){Qe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){Qe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;Qe("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};$t.Composite=Yd;$t.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};$t.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};$t.prototype.GetterByBindingType=[$t.prototype._getValue_direct,$t.prototype._getValue_array,$t.prototype._getValue_arrayElement,$t.prototype._getValue_toArray];$t.prototype.SetterByBindingTypeAndVersioning=[[$t.prototype._setValue_direct,$t.prototype._setValue_direct_setNeedsUpdate,$t.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[$t.prototype._setValue_array,$t.prototype._setValue_array_setNeedsUpdate,$t.prototype._setValue_array_setMatrixWorldNeedsUpdate],[$t.prototype._setValue_arrayElement,$t.prototype._setValue_arrayElement_setNeedsUpdate,$t.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[$t.prototype._setValue_fromArray,$t.prototype._setValue_fromArray_setNeedsUpdate,$t.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var CP=new Float32Array(1);var or=class extends Wa{constructor(e,t,n=1){super(e,t),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}clone(e){let t=super.clone(e);return t.meshPerAttribute=this.meshPerAttribute,t}toJSON(e){let t=super.toJSON(e);return t.isInstancedInterleavedBuffer=!0,t.meshPerAttribute=this.meshPerAttribute,t}};var rg=new bt,Pr=class{constructor(e,t,n=0,s=1/0){this.ray=new Js(e,t),this.near=n,this.far=s,this.camera=null,this.layers=new Lo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):Qe("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return rg.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(rg),this}intersectObject(e,t=!0,n=[]){return $d(e,this,n,t),n.sort(og),n}intersectObjects(e,t=!0,n=[]){for(let s=0,r=e.length;s<r;s++)$d(e[s],this,n,t);return n.sort(og),n}};function og(i,e){return i.distance-e.distance}function $d(i,e,t,n){let s=!0;if(i.layers.test(e.layers)&&i.raycast(e,t)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)$d(r[o],e,t,!0)}}var zo=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=tt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(tt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Zd=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};var ag=new P,bc=new P,So=new P,Mo=new P,zd=new P,ab=new P,lb=new P,hl=class{constructor(e=new P,t=new P){this.start=e,this.end=t}set(e,t){return this.start.copy(e),this.end.copy(t),this}copy(e){return this.start.copy(e.start),this.end.copy(e.end),this}getCenter(e){return e.addVectors(this.start,this.end).multiplyScalar(.5)}delta(e){return e.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(e,t){return this.delta(t).multiplyScalar(e).add(this.start)}closestPointToPointParameter(e,t){ag.subVectors(e,this.start),bc.subVectors(this.end,this.start);let n=bc.dot(bc);if(n===0)return 0;let r=bc.dot(ag)/n;return t&&(r=tt(r,0,1)),r}closestPointToPoint(e,t,n){let s=this.closestPointToPointParameter(e,t);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(e,t=ab,n=lb){let s=10000000000000001e-32,r,o,a=this.start,l=e.start,c=this.end,h=e.end;So.subVectors(c,a),Mo.subVectors(h,l),zd.subVectors(a,l);let u=So.dot(So),d=Mo.dot(Mo),f=Mo.dot(zd);if(u<=s&&d<=s)return t.copy(a),n.copy(l),t.distanceToSquared(n);if(u<=s)r=0,o=f/d,o=tt(o,0,1);else{let p=So.dot(zd);if(d<=s)o=0,r=tt(-p/u,0,1);else{let x=So.dot(Mo),m=u*d-x*x;m!==0?r=tt((x*f-p*d)/m,0,1):r=0,o=(x*r+f)/d,o<0?(o=0,r=tt(-p/u,0,1)):o>1&&(o=1,r=tt((x-p)/u,0,1))}}return t.copy(a).addScaledVector(So,r),n.copy(l).addScaledVector(Mo,o),t.distanceToSquared(n)}applyMatrix4(e){return this.start.applyMatrix4(e),this.end.applyMatrix4(e),this}equals(e){return e.start.equals(this.start)&&e.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var ul=class extends Ri{constructor(e=1){let t=[0,0,0,e,0,0,0,0,0,0,e,0,0,0,0,0,0,e],n=[1,0,0,1,.6,0,0,1,0,.6,1,0,0,0,1,0,.6,1],s=new Mt;s.setAttribute("position",new dt(t,3)),s.setAttribute("color",new dt(n,3));let r=new ai({vertexColors:!0,toneMapped:!1});super(s,r),this.type="AxesHelper"}setColors(e,t,n){let s=new qe,r=this.geometry.attributes.color.array;return s.set(e),s.toArray(r,0),s.toArray(r,3),s.set(t),s.toArray(r,6),s.toArray(r,9),s.set(n),s.toArray(r,12),s.toArray(r,15),this.geometry.attributes.color.needsUpdate=!0,this}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var dl=class extends Wi{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function Pf(i,e,t,n){let s=cb(n);switch(t){case pf:return i*e;case ph:return i*e/s.components*s.byteLength;case mh:return i*e/s.components*s.byteLength;case hr:return i*e*2/s.components*s.byteLength;case gh:return i*e*2/s.components*s.byteLength;case mf:return i*e*3/s.components*s.byteLength;case $i:return i*e*4/s.components*s.byteLength;case yh:return i*e*4/s.components*s.byteLength;case ml:case gl:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case yl:case xl:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case _h:case bh:return Math.max(i,16)*Math.max(e,8)/4;case xh:case vh:return Math.max(i,8)*Math.max(e,8)/2;case Sh:case Mh:case Eh:case Th:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case wh:case _l:case Ah:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Ch:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Ph:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case Rh:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case Ih:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case Lh:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case Dh:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case Nh:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case Uh:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case Fh:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case Oh:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case Bh:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case kh:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case zh:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case Vh:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case Gh:case Hh:case Wh:return Math.ceil(i/4)*Math.ceil(e/4)*16;case Xh:case qh:return Math.ceil(i/4)*Math.ceil(e/4)*8;case vl:case Yh:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function cb(i){switch(i){case li:case hf:return{byteLength:1,components:1};case Wo:case uf:case Yi:return{byteLength:2,components:1};case dh:case fh:return{byteLength:2,components:4};case qi:case uh:case Ni:return{byteLength:4,components:1};case df:case ff:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?$e("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function p0(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function pb(i){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],x=u[f];x.start<=p.start+p.count+1?p.count=Math.max(p.count,x.start+x.count-p.start):(++d,u[d]=x)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let x=u[f];i.bufferSubData(c,x.start*h.BYTES_PER_ELEMENT,h,x.start,x.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var mb=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,gb=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,yb=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,xb=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,_b=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,vb=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,bb=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Sb=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Mb=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,wb=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Eb=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Tb=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,Ab=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Cb=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,Pb=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Rb=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Ib=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Lb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Db=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Nb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,Ub=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,Fb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,Ob=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Bb=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,kb=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,zb=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Vb=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Gb=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Hb=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Wb="gl_FragColor = linearToOutputTexel( gl_FragColor );",Xb=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,qb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Yb=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,$b=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Zb=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Kb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,jb=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Jb=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Qb=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,eS=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,tS=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,nS=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,iS=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,sS=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,rS=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,oS=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,aS=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,lS=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,cS=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,hS=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,uS=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,dS=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,fS=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,pS=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,mS=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,gS=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,yS=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,xS=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,_S=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,vS=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,bS=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,SS=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,MS=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,wS=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,ES=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,TS=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,AS=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,CS=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,PS=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,RS=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,IS=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,LS=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,DS=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,NS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,US=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,FS=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,OS=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,BS=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,kS=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,zS=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,VS=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,GS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,HS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,WS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,XS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,qS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,YS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,$S=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,ZS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,KS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,jS=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,JS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,QS=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,eM=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,tM=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,nM=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,iM=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,sM=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,rM=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,oM=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,aM=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,lM=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,cM=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,hM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,dM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,fM=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,pM=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,mM=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,gM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,yM=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,xM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,_M=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,vM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,bM=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,SM=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,MM=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,wM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,EM=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,TM=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,AM=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,CM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,PM=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,RM=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,IM=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,LM=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,DM=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,NM=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,UM=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,FM=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,OM=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,BM=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,kM=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,zM=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,VM=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,GM=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,HM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,WM=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,XM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,qM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,YM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ft={alphahash_fragment:mb,alphahash_pars_fragment:gb,alphamap_fragment:yb,alphamap_pars_fragment:xb,alphatest_fragment:_b,alphatest_pars_fragment:vb,aomap_fragment:bb,aomap_pars_fragment:Sb,batching_pars_vertex:Mb,batching_vertex:wb,begin_vertex:Eb,beginnormal_vertex:Tb,bsdfs:Ab,iridescence_fragment:Cb,bumpmap_pars_fragment:Pb,clipping_planes_fragment:Rb,clipping_planes_pars_fragment:Ib,clipping_planes_pars_vertex:Lb,clipping_planes_vertex:Db,color_fragment:Nb,color_pars_fragment:Ub,color_pars_vertex:Fb,color_vertex:Ob,common:Bb,defaultnormal_vertex:kb,displacementmap_pars_vertex:zb,displacementmap_vertex:Vb,emissivemap_fragment:Gb,emissivemap_pars_fragment:Hb,colorspace_fragment:Wb,colorspace_pars_fragment:Xb,envmap_fragment:qb,envmap_common_pars_fragment:Yb,envmap_pars_fragment:$b,envmap_pars_vertex:Zb,envmap_physical_pars_fragment:oS,envmap_vertex:Kb,fog_vertex:jb,fog_pars_vertex:Jb,fog_fragment:Qb,fog_pars_fragment:eS,gradientmap_pars_fragment:tS,lightmap_pars_fragment:nS,lights_lambert_fragment:iS,lights_lambert_pars_fragment:sS,lights_pars_begin:rS,lights_toon_fragment:aS,lights_toon_pars_fragment:lS,lights_phong_fragment:cS,lights_phong_pars_fragment:hS,lights_physical_fragment:uS,lights_physical_pars_fragment:dS,lights_fragment_begin:fS,lights_fragment_maps:pS,lights_fragment_end:mS,lightprobes_pars_fragment:gS,logdepthbuf_fragment:yS,logdepthbuf_pars_fragment:xS,logdepthbuf_pars_vertex:_S,logdepthbuf_vertex:vS,map_fragment:bS,map_pars_fragment:SS,map_particle_fragment:MS,map_particle_pars_fragment:wS,metalnessmap_fragment:ES,metalnessmap_pars_fragment:TS,morphinstance_vertex:AS,morphcolor_vertex:CS,morphnormal_vertex:PS,morphtarget_pars_vertex:RS,morphtarget_vertex:IS,normal_fragment_begin:LS,normal_fragment_maps:DS,normal_pars_fragment:NS,normal_pars_vertex:US,normal_vertex:FS,normalmap_pars_fragment:OS,clearcoat_normal_fragment_begin:BS,clearcoat_normal_fragment_maps:kS,clearcoat_pars_fragment:zS,iridescence_pars_fragment:VS,opaque_fragment:GS,packing:HS,premultiplied_alpha_fragment:WS,project_vertex:XS,dithering_fragment:qS,dithering_pars_fragment:YS,roughnessmap_fragment:$S,roughnessmap_pars_fragment:ZS,shadowmap_pars_fragment:KS,shadowmap_pars_vertex:jS,shadowmap_vertex:JS,shadowmask_pars_fragment:QS,skinbase_vertex:eM,skinning_pars_vertex:tM,skinning_vertex:nM,skinnormal_vertex:iM,specularmap_fragment:sM,specularmap_pars_fragment:rM,tonemapping_fragment:oM,tonemapping_pars_fragment:aM,transmission_fragment:lM,transmission_pars_fragment:cM,uv_pars_fragment:hM,uv_pars_vertex:uM,uv_vertex:dM,worldpos_vertex:fM,background_vert:pM,background_frag:mM,backgroundCube_vert:gM,backgroundCube_frag:yM,cube_vert:xM,cube_frag:_M,depth_vert:vM,depth_frag:bM,distance_vert:SM,distance_frag:MM,equirect_vert:wM,equirect_frag:EM,linedashed_vert:TM,linedashed_frag:AM,meshbasic_vert:CM,meshbasic_frag:PM,meshlambert_vert:RM,meshlambert_frag:IM,meshmatcap_vert:LM,meshmatcap_frag:DM,meshnormal_vert:NM,meshnormal_frag:UM,meshphong_vert:FM,meshphong_frag:OM,meshphysical_vert:BM,meshphysical_frag:kM,meshtoon_vert:zM,meshtoon_frag:VM,points_vert:GM,points_frag:HM,shadow_vert:WM,shadow_frag:XM,sprite_vert:qM,sprite_frag:YM},Ie={common:{diffuse:{value:new qe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new nt},alphaMap:{value:null},alphaMapTransform:{value:new nt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new nt}},envmap:{envMap:{value:null},envMapRotation:{value:new nt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new nt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new nt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new nt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new nt},normalScale:{value:new Pe(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new nt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new nt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new nt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new nt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new qe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new qe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new nt},alphaTest:{value:0},uvTransform:{value:new nt}},sprite:{diffuse:{value:new qe(16777215)},opacity:{value:1},center:{value:new Pe(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new nt},alphaMap:{value:null},alphaMapTransform:{value:new nt},alphaTest:{value:0}}},si={basic:{uniforms:Zn([Ie.common,Ie.specularmap,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.fog]),vertexShader:ft.meshbasic_vert,fragmentShader:ft.meshbasic_frag},lambert:{uniforms:Zn([Ie.common,Ie.specularmap,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.fog,Ie.lights,{emissive:{value:new qe(0)},envMapIntensity:{value:1}}]),vertexShader:ft.meshlambert_vert,fragmentShader:ft.meshlambert_frag},phong:{uniforms:Zn([Ie.common,Ie.specularmap,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.fog,Ie.lights,{emissive:{value:new qe(0)},specular:{value:new qe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ft.meshphong_vert,fragmentShader:ft.meshphong_frag},standard:{uniforms:Zn([Ie.common,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.roughnessmap,Ie.metalnessmap,Ie.fog,Ie.lights,{emissive:{value:new qe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ft.meshphysical_vert,fragmentShader:ft.meshphysical_frag},toon:{uniforms:Zn([Ie.common,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.gradientmap,Ie.fog,Ie.lights,{emissive:{value:new qe(0)}}]),vertexShader:ft.meshtoon_vert,fragmentShader:ft.meshtoon_frag},matcap:{uniforms:Zn([Ie.common,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.fog,{matcap:{value:null}}]),vertexShader:ft.meshmatcap_vert,fragmentShader:ft.meshmatcap_frag},points:{uniforms:Zn([Ie.points,Ie.fog]),vertexShader:ft.points_vert,fragmentShader:ft.points_frag},dashed:{uniforms:Zn([Ie.common,Ie.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ft.linedashed_vert,fragmentShader:ft.linedashed_frag},depth:{uniforms:Zn([Ie.common,Ie.displacementmap]),vertexShader:ft.depth_vert,fragmentShader:ft.depth_frag},normal:{uniforms:Zn([Ie.common,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,{opacity:{value:1}}]),vertexShader:ft.meshnormal_vert,fragmentShader:ft.meshnormal_frag},sprite:{uniforms:Zn([Ie.sprite,Ie.fog]),vertexShader:ft.sprite_vert,fragmentShader:ft.sprite_frag},background:{uniforms:{uvTransform:{value:new nt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ft.background_vert,fragmentShader:ft.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new nt}},vertexShader:ft.backgroundCube_vert,fragmentShader:ft.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ft.cube_vert,fragmentShader:ft.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ft.equirect_vert,fragmentShader:ft.equirect_frag},distance:{uniforms:Zn([Ie.common,Ie.displacementmap,{referencePosition:{value:new P},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ft.distance_vert,fragmentShader:ft.distance_frag},shadow:{uniforms:Zn([Ie.lights,Ie.fog,{color:{value:new qe(0)},opacity:{value:1}}]),vertexShader:ft.shadow_vert,fragmentShader:ft.shadow_frag}};si.physical={uniforms:Zn([si.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new nt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new nt},clearcoatNormalScale:{value:new Pe(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new nt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new nt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new nt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new nt},sheen:{value:0},sheenColor:{value:new qe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new nt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new nt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new nt},transmissionSamplerSize:{value:new Pe},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new nt},attenuationDistance:{value:0},attenuationColor:{value:new qe(0)},specularColor:{value:new qe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new nt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new nt},anisotropyVector:{value:new Pe},anisotropyMap:{value:null},anisotropyMapTransform:{value:new nt}}]),vertexShader:ft.meshphysical_vert,fragmentShader:ft.meshphysical_frag};var Zh={r:0,b:0,g:0},$M=new bt,m0=new nt;m0.set(-1,0,0,0,1,0,0,0,1);function ZM(i,e,t,n,s,r){let o=new qe(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(_){let E=_.isScene===!0?_.background:null;if(E&&E.isTexture){let y=_.backgroundBlurriness>0;E=e.get(E,y)}return E}function p(_){let E=!1,y=f(_);y===null?m(o,a):y&&y.isColor&&(m(y,1),E=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?t.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||E)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function x(_,E){let y=f(E);y&&y.isCubeTexture?(c===void 0&&(c=new ct(new vi(1,1,1),new Di({name:"BackgroundCubeMaterial",uniforms:Ur(si.backgroundCube.uniforms),vertexShader:si.backgroundCube.vertexShader,fragmentShader:si.backgroundCube.fragmentShader,side:kn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,M,v){this.matrixWorld.copyPosition(v.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=y,c.material.uniforms.backgroundBlurriness.value=E.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4($M.makeRotationFromEuler(E.backgroundRotation)).transpose(),y.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(m0),c.material.toneMapped=_t.getTransfer(y.colorSpace)!==It,(h!==y||u!==y.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=y,u=y.version,d=i.toneMapping),c.layers.enableAll(),_.unshift(c,c.geometry,c.material,0,0,null)):y&&y.isTexture&&(l===void 0&&(l=new ct(new Li(2,2),new Di({name:"BackgroundMaterial",uniforms:Ur(si.background.uniforms),vertexShader:si.background.vertexShader,fragmentShader:si.background.fragmentShader,side:cr,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=y,l.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,l.material.toneMapped=_t.getTransfer(y.colorSpace)!==It,y.matrixAutoUpdate===!0&&y.updateMatrix(),l.material.uniforms.uvTransform.value.copy(y.matrix),(h!==y||u!==y.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=y,u=y.version,d=i.toneMapping),l.layers.enableAll(),_.unshift(l,l.geometry,l.material,0,0,null))}function m(_,E){_.getRGB(Zh,Tf(i)),t.buffers.color.setClear(Zh.r,Zh.g,Zh.b,E,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(_,E=1){o.set(_),a=E,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(_){a=_,m(o,a)},render:p,addToRenderList:x,dispose:g}}function KM(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(D,k,G,N,W){let Y=!1,H=u(D,N,G,k);r!==H&&(r=H,c(r.object)),Y=f(D,N,G,W),Y&&p(D,N,G,W),W!==null&&e.update(W,i.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,y(D,k,G,N),W!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(W).buffer))}function l(){return i.createVertexArray()}function c(D){return i.bindVertexArray(D)}function h(D){return i.deleteVertexArray(D)}function u(D,k,G,N){let W=N.wireframe===!0,Y=n[k.id];Y===void 0&&(Y={},n[k.id]=Y);let H=D.isInstancedMesh===!0?D.id:0,le=Y[H];le===void 0&&(le={},Y[H]=le);let Z=le[G.id];Z===void 0&&(Z={},le[G.id]=Z);let J=Z[W];return J===void 0&&(J=d(l()),Z[W]=J),J}function d(D){let k=[],G=[],N=[];for(let W=0;W<t;W++)k[W]=0,G[W]=0,N[W]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:k,enabledAttributes:G,attributeDivisors:N,object:D,attributes:{},index:null}}function f(D,k,G,N){let W=r.attributes,Y=k.attributes,H=0,le=G.getAttributes();for(let Z in le)if(le[Z].location>=0){let te=W[Z],de=Y[Z];if(de===void 0&&(Z==="instanceMatrix"&&D.instanceMatrix&&(de=D.instanceMatrix),Z==="instanceColor"&&D.instanceColor&&(de=D.instanceColor)),te===void 0||te.attribute!==de||de&&te.data!==de.data)return!0;H++}return r.attributesNum!==H||r.index!==N}function p(D,k,G,N){let W={},Y=k.attributes,H=0,le=G.getAttributes();for(let Z in le)if(le[Z].location>=0){let te=Y[Z];te===void 0&&(Z==="instanceMatrix"&&D.instanceMatrix&&(te=D.instanceMatrix),Z==="instanceColor"&&D.instanceColor&&(te=D.instanceColor));let de={};de.attribute=te,te&&te.data&&(de.data=te.data),W[Z]=de,H++}r.attributes=W,r.attributesNum=H,r.index=N}function x(){let D=r.newAttributes;for(let k=0,G=D.length;k<G;k++)D[k]=0}function m(D){g(D,0)}function g(D,k){let G=r.newAttributes,N=r.enabledAttributes,W=r.attributeDivisors;G[D]=1,N[D]===0&&(i.enableVertexAttribArray(D),N[D]=1),W[D]!==k&&(i.vertexAttribDivisor(D,k),W[D]=k)}function _(){let D=r.newAttributes,k=r.enabledAttributes;for(let G=0,N=k.length;G<N;G++)k[G]!==D[G]&&(i.disableVertexAttribArray(G),k[G]=0)}function E(D,k,G,N,W,Y,H){H===!0?i.vertexAttribIPointer(D,k,G,W,Y):i.vertexAttribPointer(D,k,G,N,W,Y)}function y(D,k,G,N){x();let W=N.attributes,Y=G.getAttributes(),H=k.defaultAttributeValues;for(let le in Y){let Z=Y[le];if(Z.location>=0){let J=W[le];if(J===void 0&&(le==="instanceMatrix"&&D.instanceMatrix&&(J=D.instanceMatrix),le==="instanceColor"&&D.instanceColor&&(J=D.instanceColor)),J!==void 0){let te=J.normalized,de=J.itemSize,ue=e.get(J);if(ue===void 0)continue;let ee=ue.buffer,me=ue.type,xe=ue.bytesPerElement,Ae=me===i.INT||me===i.UNSIGNED_INT||J.gpuType===uh;if(J.isInterleavedBufferAttribute){let Se=J.data,We=Se.isInterleavedBuffer===!0?Se.stride:Se.itemSize,ot=J.offset;if(Se.isInstancedInterleavedBuffer||Se.isInstancedBufferAttribute){for(let Ge=0;Ge<Z.locationSize;Ge++)g(Z.location+Ge,Se.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Se.meshPerAttribute*Se.count)}else for(let Ge=0;Ge<Z.locationSize;Ge++)m(Z.location+Ge);i.bindBuffer(i.ARRAY_BUFFER,ee);for(let Ge=0;Ge<Z.locationSize;Ge++)E(Z.location+Ge,de/Z.locationSize,me,te,We*xe,(ot+de/Z.locationSize*Ge)*xe,Ae)}else{if(J.isInstancedBufferAttribute){for(let Se=0;Se<Z.locationSize;Se++)g(Z.location+Se,J.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=J.meshPerAttribute*J.count)}else for(let Se=0;Se<Z.locationSize;Se++)m(Z.location+Se);i.bindBuffer(i.ARRAY_BUFFER,ee);for(let Se=0;Se<Z.locationSize;Se++)E(Z.location+Se,de/Z.locationSize,me,te,de*xe,de/Z.locationSize*Se*xe,Ae)}}else if(H!==void 0){let te=H[le];if(te!==void 0)switch(te.length){case 2:i.vertexAttrib2fv(Z.location,te);break;case 3:i.vertexAttrib3fv(Z.location,te);break;case 4:i.vertexAttrib4fv(Z.location,te);break;default:i.vertexAttrib1fv(Z.location,te)}}}}_()}function C(){F();for(let D in n){let k=n[D];for(let G in k){let N=k[G];for(let W in N){let Y=N[W];for(let H in Y)h(Y[H].object),delete Y[H];delete N[W]}}delete n[D]}}function M(D){if(n[D.id]===void 0)return;let k=n[D.id];for(let G in k){let N=k[G];for(let W in N){let Y=N[W];for(let H in Y)h(Y[H].object),delete Y[H];delete N[W]}}delete n[D.id]}function v(D){for(let k in n){let G=n[k];for(let N in G){let W=G[N];if(W[D.id]===void 0)continue;let Y=W[D.id];for(let H in Y)h(Y[H].object),delete Y[H];delete W[D.id]}}}function S(D){for(let k in n){let G=n[k],N=D.isInstancedMesh===!0?D.id:0,W=G[N];if(W!==void 0){for(let Y in W){let H=W[Y];for(let le in H)h(H[le].object),delete H[le];delete W[Y]}delete G[N],Object.keys(G).length===0&&delete n[k]}}}function F(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:F,resetDefaultState:L,dispose:C,releaseStatesOfGeometry:M,releaseStatesOfObject:S,releaseStatesOfProgram:v,initAttributes:x,enableAttribute:m,disableUnusedAttributes:_}}function jM(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function JM(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let v=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(v.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(v){return!(v!==$i&&n.convert(v)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(v){let S=v===Yi&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(v!==li&&v!==Ni&&!S&&n.convert(v)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(v){if(v==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";v="mediump"}return v==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&($e("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&$e("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&$e("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),x=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),_=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),E=i.getParameter(i.MAX_VARYING_VECTORS),y=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),M=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:x,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:_,maxVaryings:E,maxFragmentUniforms:y,maxSamples:C,samples:M}}function QM(i){let e=this,t=null,n=0,s=!1,r=!1,o=new ni,a=new nt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,x=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let _=r?0:n,E=_*4,y=g.clippingState||null;l.value=y,y=h(p,d,E,f);for(let C=0;C!==E;++C)y[C]=t[C];g.clippingState=y,this.numIntersection=x?this.numPlanes:0,this.numPlanes+=_}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(u,d,f,p){let x=u!==null?u.length:0,m=null;if(x!==0){if(m=l.value,p!==!0||m===null){let g=f+x*4,_=d.matrixWorldInverse;a.getNormalMatrix(_),(m===null||m.length<g)&&(m=new Float32Array(g));for(let E=0,y=f;E!==x;++E,y+=4)o.copy(u[E]).applyMatrix4(_,a),o.normal.toArray(m,y),m[y+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=x,e.numIntersection=0,m}}var El=class extends xi{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new Ya(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new vi(5,5,5),r=new Di({name:"CubemapFromEquirect",uniforms:Ur(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:kn,blending:Ir});r.uniforms.tEquirect.value=t;let o=new ct(s,r),a=t.minFilter;return t.minFilter===Us&&(t.minFilter=ii),new ko(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},Yg=256,ew=3,tw=20,g0=256,y0=16,nw=3,iw=new P,sw=new qe,Yo=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new ko(1,10,null),this._boxMesh=new ct(new vi(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=iw}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,x=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,x===null&&(e.background=l.getClearColor(sw));let m=new ko(n,s,h);return m.position.copy(a),m.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,e.background=x,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Kg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Zg(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(Yg,Sf(e))}_fromTexture(e,t){e.mapping===Dr||e.mapping===Ho?this._setSize(e.image.length===0?Yg:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=$g(e,!1,!1),n=Math.log2(e)-ew;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=$g(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===Dr||e.mapping===Ho?(this._cubemapMaterial===null&&(this._cubemapMaterial=Kg()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Zg()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=rw(),this._integrationMaterial=ow());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/y0);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-nw)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(g0*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=aw());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function $g(i,e,t){return new El(i,{minFilter:Us,generateMipmaps:e,type:Yi,colorSpace:Fa,depthBuffer:t})}function Tl(i,e,t){return new Di({name:i,uniforms:e,vertexShader:ft.cube_vert,fragmentShader:t,side:kn,blending:Ir,depthTest:!1,depthWrite:!1})}function rw(){return Tl("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${g0}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function ow(){return Tl("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:y0}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function aw(){return Tl("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${tw}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Zg(){return Tl("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Kg(){return Tl("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function lw(i){let e=new WeakMap,t=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===lh||f===ch)if(e.has(d)){let p=e.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let x=new El(p.height);return x.fromEquirectangularTexture(i,d),e.set(d,x),d.addEventListener("dispose",c),a(x.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===lh||f===ch,x=f===Dr||f===Ho;if(p||x){let m=t.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new Yo(i)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),m.texture;if(m!==void 0)return m.texture;{let _=d.image;return p&&_&&_.height>0||x&&_&&l(_)?(n===null&&(n=new Yo(i)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===lh?d.mapping=Dr:f===ch&&(d.mapping=Ho),d}function l(d){let f=0,p=6;for(let x=0;x<p;x++)d[x]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function u(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function cw(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&Ia("WebGLRenderer: "+n+" extension not supported."),s}}}function hw(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&e.remove(p.index);for(let m in p.attributes)e.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let x=r.get(p);x&&(e.remove(x),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,t.memory.geometries--}function c(p,x){return s[x.id]!==void 0||(x.addEventListener("dispose",a),s[x.id]=new WeakRef(x),o.register(x,x.id,x),t.memory.geometries++),x}function h(p){let x=p.attributes;for(let m in x)e.update(x[m],i.ARRAY_BUFFER)}function u(p){let x=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let _=x!==null?x.array.length:m.array.length/3-1,E=m.count>=65535?Ha:Ga,y=new E(Math.ceil(_/3)*6,1),C=y.array;if(x!==null){let v=x.array;g=x.version;for(let S=0,F=0;S<_;S+=3){let L=v[S+0],D=v[S+1],k=v[S+2];C[F++]=L,C[F++]=D,C[F++]=D,C[F++]=k,C[F++]=k,C[F++]=L}}else{g=m.version;for(let v=0,S=0;v<_;v+=3){let F=v+0,L=v+1,D=v+2;C[S++]=F,C[S++]=L,C[S++]=L,C[S++]=D,C[S++]=D,C[S++]=F}}y.version=g;let M=r.get(p);M&&e.remove(M),r.set(p,y)}function d(p){let x=r.get(p);if(x){let m=p.index;m!==null&&x.version<m.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in s){let x=s[p].deref();x!==void 0&&l(x)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function uw(i,e,t){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),t.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),t.update(d,n,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let x=0;for(let m=0;m<f;m++)x+=d[m];t.update(x,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function dw(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:Qe("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function fw(i,e,t){let n=new WeakMap,s=new Lt;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let F=function(){v.dispose(),n.delete(a),a.removeEventListener("dispose",F)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,x=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],_=a.morphAttributes.color||[],E=0;f===!0&&(E=1),p===!0&&(E=2),x===!0&&(E=3);let y=a.attributes.position.count*E,C=1;y>e.maxTextureSize&&(C=Math.ceil(y/e.maxTextureSize),y=e.maxTextureSize);let M=new Float32Array(y*C*4*u),v=new za(M,y,C,u);v.type=Ni,v.needsUpdate=!0;let S=E*4;for(let L=0;L<u;L++){let D=m[L],k=g[L],G=_[L],N=y*C*4*L;for(let W=0;W<D.count;W++){let Y=W*S;f===!0&&(s.fromBufferAttribute(D,W),M[N+Y+0]=s.x,M[N+Y+1]=s.y,M[N+Y+2]=s.z,M[N+Y+3]=0),p===!0&&(s.fromBufferAttribute(k,W),M[N+Y+4]=s.x,M[N+Y+5]=s.y,M[N+Y+6]=s.z,M[N+Y+7]=0),x===!0&&(s.fromBufferAttribute(G,W),M[N+Y+8]=s.x,M[N+Y+9]=s.y,M[N+Y+10]=s.z,M[N+Y+11]=G.itemSize===4?s.w:1)}}d={count:u,texture:v,size:new Pe(y,C)},n.set(a,d),a.addEventListener("dispose",F)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let f=0;for(let x=0;x<c.length;x++)f+=c[x];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function pw(i,e,t,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var mw={[nf]:"LINEAR_TONE_MAPPING",[sf]:"REINHARD_TONE_MAPPING",[rf]:"CINEON_TONE_MAPPING",[of]:"ACES_FILMIC_TONE_MAPPING",[lf]:"AGX_TONE_MAPPING",[fl]:"NEUTRAL_TONE_MAPPING",[af]:"CUSTOM_TONE_MAPPING"};function gw(i,e,t,n,s,r){let o=new xi(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Mt;h.setAttribute("position",new dt([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new dt([0,2,0,0,2,0],2));let u=new Yc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new ct(h,u),f=new ll(-1,1,1,-1,0,1),p=null,x=null,m=!1,g,_=null,E=[],y=!1;this.setSize=function(C,M){o.setSize(C,M),a!==null&&a.setSize(C,M),l!==null&&l.setSize(C,M);for(let v=0;v<E.length;v++){let S=E[v];S.setSize&&S.setSize(C,M)}},this.setEffects=function(C){E=C,y=E.length>0&&E[0].isRenderPass===!0;let M=o.width,v=o.height;E.length>0&&a===null&&(a=new xi(M,v,{type:Yi,depthBuffer:!1,stencilBuffer:!1}),l=new xi(M,v,{type:Yi,depthBuffer:!1,stencilBuffer:!1}));let S=s===!0&&E.some(F=>F.needsDepthTexture===!0);S!==(o.depthTexture!==null)&&(S===!0&&c===null&&(c=new Ns(M,v),r===!0&&(c.format=Fs,c.type=Nr)),o.dispose(),o.depthTexture=S?c:null,o.resolveDepthBuffer=S,o.storeMultisampledDepthBuffer=S);for(let F=0;F<E.length;F++){let L=E[F];L.setSize&&L.setSize(M,v),S&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(C,M){if(m||C.toneMapping===ds&&E.length===0)return!1;if(_=M,M!==null){let v=M.width,S=M.height;(o.width!==v||o.height!==S)&&this.setSize(v,S)}return y===!1&&C.setRenderTarget(o),g=C.toneMapping,C.toneMapping=ds,!0},this.hasRenderPass=function(){return y},this.end=function(C,M){C.toneMapping=g,m=!0;let v=o,S=a;for(let F=0;F<E.length;F++){let L=E[F];L.enabled!==!1&&(L.render(C,S,v,M),L.needsSwap!==!1&&(v=S,S=S===a?l:a))}if(p!==C.outputColorSpace||x!==C.toneMapping){p=C.outputColorSpace,x=C.toneMapping,u.defines={},_t.getTransfer(p)===It&&(u.defines.SRGB_TRANSFER="");let F=mw[x];F&&(u.defines[F]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=v.texture,C.setRenderTarget(_),C.render(d,f),_=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var x0=new oi,_0=new Ns(1,1),v0=new $a(1),b0=new za,S0=new Uc,M0=new Ya,jg=[],Jg=[],Qg=new Float32Array(16),e0=new Float32Array(9),t0=new Float32Array(4);function $o(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=jg[s];if(r===void 0&&(r=new Float32Array(s),jg[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function bn(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function Sn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function Jh(i,e){let t=Jg[e];t===void 0&&(t=new Int32Array(e),Jg[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function yw(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function xw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;i.uniform2fv(this.addr,e),Sn(t,e)}}function _w(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(bn(t,e))return;i.uniform3fv(this.addr,e),Sn(t,e)}}function vw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;i.uniform4fv(this.addr,e),Sn(t,e)}}function bw(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),Sn(t,e)}else{if(bn(t,n))return;t0.set(n),i.uniformMatrix2fv(this.addr,!1,t0),Sn(t,n)}}function Sw(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),Sn(t,e)}else{if(bn(t,n))return;e0.set(n),i.uniformMatrix3fv(this.addr,!1,e0),Sn(t,n)}}function Mw(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),Sn(t,e)}else{if(bn(t,n))return;Qg.set(n),i.uniformMatrix4fv(this.addr,!1,Qg),Sn(t,n)}}function ww(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function Ew(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;i.uniform2iv(this.addr,e),Sn(t,e)}}function Tw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bn(t,e))return;i.uniform3iv(this.addr,e),Sn(t,e)}}function Aw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;i.uniform4iv(this.addr,e),Sn(t,e)}}function Cw(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function Pw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;i.uniform2uiv(this.addr,e),Sn(t,e)}}function Rw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bn(t,e))return;i.uniform3uiv(this.addr,e),Sn(t,e)}}function Iw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;i.uniform4uiv(this.addr,e),Sn(t,e)}}function Qh(i){return i.version===0&&(i.compareFunction=xf,i.needsUpdate=!0),i}function Lw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Qh(_0):r=x0,t.setTexture2D(e||r,s)}function Dw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||S0,s)}function Nw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Qh(v0):r=M0,t.setTextureCube(e||r,s)}function Uw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||b0,s)}function Fw(i){switch(i){case 5126:return yw;case 35664:return xw;case 35665:return _w;case 35666:return vw;case 35674:return bw;case 35675:return Sw;case 35676:return Mw;case 5124:case 35670:return ww;case 35667:case 35671:return Ew;case 35668:case 35672:return Tw;case 35669:case 35673:return Aw;case 5125:return Cw;case 36294:return Pw;case 36295:return Rw;case 36296:return Iw;case 35678:case 36198:case 36298:case 36306:case 35682:return Lw;case 35679:case 36299:case 36307:return Dw;case 35680:case 36300:case 36308:case 36293:return Nw;case 36289:case 36303:case 36311:case 36292:return Uw}}function Ow(i,e){i.uniform1fv(this.addr,e)}function Bw(i,e){let t=$o(e,this.size,2);i.uniform2fv(this.addr,t)}function kw(i,e){let t=$o(e,this.size,3);i.uniform3fv(this.addr,t)}function zw(i,e){let t=$o(e,this.size,4);i.uniform4fv(this.addr,t)}function Vw(i,e){let t=$o(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function Gw(i,e){let t=$o(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function Hw(i,e){let t=$o(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function Ww(i,e){i.uniform1iv(this.addr,e)}function Xw(i,e){i.uniform2iv(this.addr,e)}function qw(i,e){i.uniform3iv(this.addr,e)}function Yw(i,e){i.uniform4iv(this.addr,e)}function $w(i,e){i.uniform1uiv(this.addr,e)}function Zw(i,e){i.uniform2uiv(this.addr,e)}function Kw(i,e){i.uniform3uiv(this.addr,e)}function jw(i,e){i.uniform4uiv(this.addr,e)}function Jw(i,e,t){let n=this.cache,s=e.length,r=Jh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Sn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Qh(_0):o=x0;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function Qw(i,e,t){let n=this.cache,s=e.length,r=Jh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Sn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||S0,r[o])}function e1(i,e,t){let n=this.cache,s=e.length,r=Jh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Sn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Qh(v0):o=M0;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function t1(i,e,t){let n=this.cache,s=e.length,r=Jh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Sn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||b0,r[o])}function n1(i){switch(i){case 5126:return Ow;case 35664:return Bw;case 35665:return kw;case 35666:return zw;case 35674:return Vw;case 35675:return Gw;case 35676:return Hw;case 5124:case 35670:return Ww;case 35667:case 35671:return Xw;case 35668:case 35672:return qw;case 35669:case 35673:return Yw;case 5125:return $w;case 36294:return Zw;case 36295:return Kw;case 36296:return jw;case 35678:case 36198:case 36298:case 36306:case 35682:return Jw;case 35679:case 36299:case 36307:return Qw;case 35680:case 36300:case 36308:case 36293:return e1;case 36289:case 36303:case 36311:case 36292:return t1}}var Lf=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=Fw(t.type)}},Df=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=n1(t.type)}},Nf=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},Rf=/(\w+)(\])?(\[|\.)?/g;function n0(i,e){i.seq.push(e),i.map[e.id]=e}function i1(i,e,t){let n=i.name,s=n.length;for(Rf.lastIndex=0;;){let r=Rf.exec(n),o=Rf.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){n0(t,c===void 0?new Lf(a,i,e):new Df(a,i,e));break}else{let u=t.map[a];u===void 0&&(u=new Nf(a),n0(t,u)),t=u}}}var qo=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);i1(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function i0(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var s1=37297,r1=0;function o1(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var s0=new nt;function a1(i){_t._getMatrix(s0,_t.workingColorSpace,i);let e=`mat3( ${s0.elements.map(t=>t.toFixed(4))} )`;switch(_t.getTransfer(i)){case Oa:return[e,"LinearTransferOETF"];case It:return[e,"sRGBTransferOETF"];default:return $e("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function r0(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+o1(i.getShaderSource(e),a)}else return r}function l1(i,e){let t=a1(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var c1={[nf]:"Linear",[sf]:"Reinhard",[rf]:"Cineon",[of]:"ACESFilmic",[lf]:"AgX",[fl]:"Neutral",[af]:"Custom"};function h1(i,e){let t=c1[e];return t===void 0?($e("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Kh=new P;function u1(){_t.getLuminanceCoefficients(Kh);let i=Kh.x.toFixed(4),e=Kh.y.toFixed(4),t=Kh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function d1(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(wl).join(`
`)}function f1(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function p1(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function wl(i){return i!==""}function o0(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function a0(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var m1=/^[ \t]*#include +<([\w\d./]+)>/gm;function Uf(i){return i.replace(m1,g1)}function g1(i,e){let t=ft[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return Uf(t)}var y1=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function l0(i){return i.replace(y1,x1)}function x1(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function c0(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var _1={[Rr]:"SHADOWMAP_TYPE_PCF",[Vo]:"SHADOWMAP_TYPE_VSM"};function v1(i){return _1[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var b1={[Ho]:"ENVMAP_MODE_REFRACTION"};function S1(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":b1[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var M1={[ah]:"ENVMAP_BLENDING_MULTIPLY",[Pg]:"ENVMAP_BLENDING_MIX",[Rg]:"ENVMAP_BLENDING_ADD"};function w1(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":M1[i.combine]||"ENVMAP_BLENDING_NONE"}function E1(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=v1(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=S1(t),u=w1(t),d=d1(t),f=f1(r),p=s.createProgram(),x,m,g=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(x=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(wl).join(`
`),x.length>0&&(x+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(wl).join(`
`),m.length>0&&(m+=`
`)):(x=[c0(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(wl).join(`
`),m=[c0(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==ds?"#define TONE_MAPPING":"",t.toneMapping!==ds?ft.tonemapping_pars_fragment:"",t.toneMapping!==ds?h1("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ft.colorspace_pars_fragment,l1("linearToOutputTexel",t.outputColorSpace),u1(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(wl).join(`
`)),o=Uf(o),o=o0(o,t),o=a0(o,t),a=Uf(a),a=o0(a,t),a=a0(a,t),o=l0(o),a=l0(a),t.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,x=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+x,m=["#define varying in",t.glslVersion===vf?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===vf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let _=g+x+o,E=g+m+a,y=i0(s,s.VERTEX_SHADER,_),C=i0(s,s.FRAGMENT_SHADER,E);s.attachShader(p,y),s.attachShader(p,C),t.index0AttributeName!==void 0?s.bindAttribLocation(p,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function M(L){if(i.debug.checkShaderErrors){let D=s.getProgramInfoLog(p)||"",k=s.getShaderInfoLog(y)||"",G=s.getShaderInfoLog(C)||"",N=D.trim(),W=k.trim(),Y=G.trim(),H=!0,le=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(H=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,y,C);else{let Z=r0(s,y,"vertex"),J=r0(s,C,"fragment");Qe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+N+`
`+Z+`
`+J)}else N!==""?$e("WebGLProgram: Program Info Log:",N):(W===""||Y==="")&&(le=!1);le&&(L.diagnostics={runnable:H,programLog:N,vertexShader:{log:W,prefix:x},fragmentShader:{log:Y,prefix:m}})}s.deleteShader(y),s.deleteShader(C),v=new qo(s,p),S=p1(s,p)}let v;this.getUniforms=function(){return v===void 0&&M(this),v};let S;this.getAttributes=function(){return S===void 0&&M(this),S};let F=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return F===!1&&(F=s.getProgramParameter(p,s1)),F},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=r1++,this.cacheKey=e,this.usedTimes=1,this.program=p,this.vertexShader=y,this.fragmentShader=C,this}var T1=0,Ff=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Of(e),t.set(e,n)),n}},Of=class{constructor(e){this.id=T1++,this.code=e,this.usedTimes=0}};function A1(i){return i===hr||i===_l||i===vl}function C1(i,e,t,n,s,r){let o=new Lo,a=new Ff,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(v){return l.add(v),v===0?"uv":`uv${v}`}function p(v,S,F,L,D,k){let G=L.fog,N=D.geometry,W=v.isMeshStandardMaterial||v.isMeshLambertMaterial||v.isMeshPhongMaterial?L.environment:null,Y=v.isMeshStandardMaterial||v.isMeshLambertMaterial&&!v.envMap||v.isMeshPhongMaterial&&!v.envMap,H=e.get(v.envMap||W,Y),le=d[v.type],Z=n.precision;v.precision!==null&&(Z=n.getMaxPrecision(v.precision),Z!==v.precision&&$e("WebGLProgram.getParameters:",v.precision,"not supported, using",Z,"instead."));let J=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,te=J!==void 0?J.length:0,de=0;N.morphAttributes.position!==void 0&&(de=1),N.morphAttributes.normal!==void 0&&(de=2),N.morphAttributes.color!==void 0&&(de=3);let ue,ee,me,xe;if(le){let Ce=si[le];ue=Ce.vertexShader,ee=Ce.fragmentShader}else{ue=v.vertexShader,ee=v.fragmentShader;let Ce=a.getVertexShaderStage(v),lt=a.getFragmentShaderStage(v);a.update(v,Ce,lt),me=Ce.id,xe=lt.id}let Ae=i.getRenderTarget(),Se=i.state.buffers.depth.getReversed(),We=D.isInstancedMesh===!0,ot=D.isBatchedMesh===!0,Ge=!!v.map,pt=!!v.matcap,ht=!!H,it=ht&&H.isPMREMTexture===!0,jt=!!v.aoMap,Gt=!!v.lightMap,hn=!!v.bumpMap&&v.wireframe===!1,Ot=!!v.normalMap,An=!!v.displacementMap,St=!!v.emissiveMap,xn=!!v.metalnessMap,en=!!v.roughnessMap,un=v.anisotropy>0,B=v.clearcoat>0,Re=v.diffuseRoughness>0,Ze=v.dispersion>0,at=v.retroreflectivity>0,Me=v.iridescence>0,kt=v.sheen>0,Ve=v.transmission>0,Ye=un&&!!v.anisotropyMap,R=B&&!!v.clearcoatMap,w=B&&!!v.clearcoatNormalMap,q=B&&!!v.clearcoatRoughnessMap,he=Re&&!!v.diffuseRoughnessMap,oe=Me&&!!v.iridescenceMap,ye=Me&&!!v.iridescenceThicknessMap,_e=kt&&!!v.sheenColorMap,ne=kt&&!!v.sheenRoughnessMap,se=!!v.specularMap,pe=!!v.specularColorMap,O=!!v.specularIntensityMap,re=Ve&&!!v.transmissionMap,ie=Ve&&!!v.thicknessMap,we=!!v.gradientMap,ge=!!v.alphaMap,be=v.alphaTest>0,He=!!v.alphaHash,je=!!v.extensions,ce=ds;v.toneMapped&&(Ae===null||Ae.isXRRenderTarget===!0)&&(ce=i.toneMapping);let Be=it?H.isCompressedCubeTexture?H.image[0].mipmaps:H.mipmaps:null,Je={shaderID:le,shaderType:v.type,shaderName:v.name,vertexShader:ue,fragmentShader:ee,defines:v.defines,customVertexShaderID:me,customFragmentShaderID:xe,isRawShaderMaterial:v.isRawShaderMaterial===!0,glslVersion:v.glslVersion,precision:Z,batching:ot,batchingColor:ot&&D._colorsTexture!==null,instancing:We,instancingColor:We&&D.instanceColor!==null,instancingMorph:We&&D.morphTexture!==null,outputColorSpace:Ae===null?i.outputColorSpace:Ae.isXRRenderTarget===!0?Ae.texture.colorSpace:_t.workingColorSpace,alphaToCoverage:!!v.alphaToCoverage,map:Ge,matcap:pt,envMap:ht,envMapMode:ht&&H.mapping,envMapPMREM:it,envMapMaxLod:it?Be.length-1:null,envMapSize:it?Be[0].width:null,aoMap:jt,lightMap:Gt,bumpMap:hn,normalMap:Ot,displacementMap:An,emissiveMap:St,normalMapObjectSpace:Ot&&v.normalMapType===Dg,normalMapTangentSpace:Ot&&v.normalMapType===bl,packedNormalMap:Ot&&v.normalMapType===bl&&A1(v.normalMap.format),metalnessMap:xn,roughnessMap:en,anisotropy:un,anisotropyMap:Ye,clearcoat:B,clearcoatMap:R,clearcoatNormalMap:w,clearcoatRoughnessMap:q,diffuseRoughness:Re,diffuseRoughnessMap:he,dispersion:Ze,retroreflection:at,iridescence:Me,iridescenceMap:oe,iridescenceThicknessMap:ye,sheen:kt,sheenColorMap:_e,sheenRoughnessMap:ne,specularMap:se,specularColorMap:pe,specularIntensityMap:O,transmission:Ve,transmissionMap:re,thicknessMap:ie,gradientMap:we,opaque:v.transparent===!1&&v.blending===Go&&v.alphaToCoverage===!1,alphaMap:ge,alphaTest:be,alphaHash:He,combine:v.combine,mapUv:Ge&&f(v.map.channel),aoMapUv:jt&&f(v.aoMap.channel),lightMapUv:Gt&&f(v.lightMap.channel),bumpMapUv:hn&&f(v.bumpMap.channel),normalMapUv:Ot&&f(v.normalMap.channel),displacementMapUv:An&&f(v.displacementMap.channel),emissiveMapUv:St&&f(v.emissiveMap.channel),metalnessMapUv:xn&&f(v.metalnessMap.channel),roughnessMapUv:en&&f(v.roughnessMap.channel),anisotropyMapUv:Ye&&f(v.anisotropyMap.channel),clearcoatMapUv:R&&f(v.clearcoatMap.channel),clearcoatNormalMapUv:w&&f(v.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:q&&f(v.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:he&&f(v.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&f(v.iridescenceMap.channel),iridescenceThicknessMapUv:ye&&f(v.iridescenceThicknessMap.channel),sheenColorMapUv:_e&&f(v.sheenColorMap.channel),sheenRoughnessMapUv:ne&&f(v.sheenRoughnessMap.channel),specularMapUv:se&&f(v.specularMap.channel),specularColorMapUv:pe&&f(v.specularColorMap.channel),specularIntensityMapUv:O&&f(v.specularIntensityMap.channel),transmissionMapUv:re&&f(v.transmissionMap.channel),thicknessMapUv:ie&&f(v.thicknessMap.channel),alphaMapUv:ge&&f(v.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Ot||un),vertexNormals:!!N.attributes.normal,vertexColors:v.vertexColors,vertexAlphas:v.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!N.attributes.uv&&(Ge||ge),fog:!!G,useFog:v.fog===!0,fogExp2:!!G&&G.isFogExp2,flatShading:v.wireframe===!1&&(v.flatShading===!0||N.attributes.normal===void 0&&Ot===!1&&(v.isMeshLambertMaterial||v.isMeshPhongMaterial||v.isMeshStandardMaterial||v.isMeshPhysicalMaterial)),sizeAttenuation:v.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Se,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:te,morphTextureStride:de,numSunLights:S.sun.length,numDirLights:S.directional.length,numPointLights:S.point.length,numSpotLights:S.spot.length,numSpotLightMaps:S.spotLightMap.length,numRectAreaLights:S.rectArea.length,numHemiLights:S.hemi.length,numSunLightShadows:S.sunShadowMap.length,numDirLightShadows:S.directionalShadowMap.length,numPointLightShadows:S.pointShadowMap.length,numSpotLightShadows:S.spotShadowMap.length,numSpotLightShadowsWithMaps:S.numSpotLightShadowsWithMaps,numLightProbes:S.numLightProbes,numLightProbeGrids:k.filter(Ce=>Ce.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:v.dithering,shadowMapEnabled:i.shadowMap.enabled&&F.length>0,shadowMapType:i.shadowMap.type,toneMapping:ce,decodeVideoTexture:Ge&&v.map.isVideoTexture===!0&&_t.getTransfer(v.map.colorSpace)===It,decodeVideoTextureEmissive:St&&v.emissiveMap.isVideoTexture===!0&&_t.getTransfer(v.emissiveMap.colorSpace)===It,premultipliedAlpha:v.premultipliedAlpha,doubleSided:v.side===zn,flipSided:v.side===kn,useDepthPacking:v.depthPacking>=0,depthPacking:v.depthPacking||0,index0AttributeName:v.index0AttributeName,extensionClipCullDistance:je&&v.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(je&&v.extensions.multiDraw===!0||ot)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:v.customProgramCacheKey()};return Je.vertexUv1s=l.has(1),Je.vertexUv2s=l.has(2),Je.vertexUv3s=l.has(3),l.clear(),Je}function x(v){let S=[];if(v.shaderID?S.push(v.shaderID):(S.push(v.customVertexShaderID),S.push(v.customFragmentShaderID)),v.defines!==void 0)for(let F in v.defines)S.push(F),S.push(v.defines[F]);return v.isRawShaderMaterial===!1&&(m(S,v),g(S,v),S.push(i.outputColorSpace)),S.push(v.customProgramCacheKey),S.join()}function m(v,S){v.push(S.precision),v.push(S.outputColorSpace),v.push(S.envMapMode),v.push(S.envMapPMREM),v.push(S.envMapMaxLod),v.push(S.envMapSize),v.push(S.mapUv),v.push(S.alphaMapUv),v.push(S.lightMapUv),v.push(S.aoMapUv),v.push(S.bumpMapUv),v.push(S.normalMapUv),v.push(S.displacementMapUv),v.push(S.emissiveMapUv),v.push(S.metalnessMapUv),v.push(S.roughnessMapUv),v.push(S.anisotropyMapUv),v.push(S.clearcoatMapUv),v.push(S.clearcoatNormalMapUv),v.push(S.clearcoatRoughnessMapUv),v.push(S.diffuseRoughnessMapUv),v.push(S.iridescenceMapUv),v.push(S.iridescenceThicknessMapUv),v.push(S.sheenColorMapUv),v.push(S.sheenRoughnessMapUv),v.push(S.specularMapUv),v.push(S.specularColorMapUv),v.push(S.specularIntensityMapUv),v.push(S.transmissionMapUv),v.push(S.thicknessMapUv),v.push(S.combine),v.push(S.fogExp2),v.push(S.sizeAttenuation),v.push(S.morphTargetsCount),v.push(S.numSunLights),v.push(S.numDirLights),v.push(S.numPointLights),v.push(S.numSpotLights),v.push(S.numSpotLightMaps),v.push(S.numHemiLights),v.push(S.numRectAreaLights),v.push(S.numSunLightShadows),v.push(S.numDirLightShadows),v.push(S.numPointLightShadows),v.push(S.numSpotLightShadows),v.push(S.numSpotLightShadowsWithMaps),v.push(S.numLightProbes),v.push(S.numLightProbeGrids),v.push(S.shadowMapType),v.push(S.toneMapping),v.push(S.numClippingPlanes),v.push(S.numClipIntersection),v.push(S.depthPacking)}function g(v,S){o.disableAll(),S.instancing&&o.enable(0),S.instancingColor&&o.enable(1),S.instancingMorph&&o.enable(2),S.matcap&&o.enable(3),S.envMap&&o.enable(4),S.normalMapObjectSpace&&o.enable(5),S.normalMapTangentSpace&&o.enable(6),S.clearcoat&&o.enable(7),S.iridescence&&o.enable(8),S.alphaTest&&o.enable(9),S.vertexColors&&o.enable(10),S.vertexAlphas&&o.enable(11),S.vertexUv1s&&o.enable(12),S.vertexUv2s&&o.enable(13),S.vertexUv3s&&o.enable(14),S.vertexTangents&&o.enable(15),S.anisotropy&&o.enable(16),S.alphaHash&&o.enable(17),S.batching&&o.enable(18),S.dispersion&&o.enable(19),S.retroreflection&&o.enable(24),S.diffuseRoughness&&o.enable(25),S.batchingColor&&o.enable(20),S.gradientMap&&o.enable(21),S.packedNormalMap&&o.enable(22),S.vertexNormals&&o.enable(23),v.push(o.mask),o.disableAll(),S.fog&&o.enable(0),S.useFog&&o.enable(1),S.flatShading&&o.enable(2),S.logarithmicDepthBuffer&&o.enable(3),S.reversedDepthBuffer&&o.enable(4),S.skinning&&o.enable(5),S.morphTargets&&o.enable(6),S.morphNormals&&o.enable(7),S.morphColors&&o.enable(8),S.premultipliedAlpha&&o.enable(9),S.shadowMapEnabled&&o.enable(10),S.doubleSided&&o.enable(11),S.flipSided&&o.enable(12),S.useDepthPacking&&o.enable(13),S.dithering&&o.enable(14),S.transmission&&o.enable(15),S.sheen&&o.enable(16),S.opaque&&o.enable(17),S.pointsUvs&&o.enable(18),S.decodeVideoTexture&&o.enable(19),S.decodeVideoTextureEmissive&&o.enable(20),S.alphaToCoverage&&o.enable(21),S.numLightProbeGrids>0&&o.enable(22),S.hasPositionAttribute&&o.enable(23),v.push(o.mask)}function _(v){let S=d[v.type],F;if(S){let L=si[S];F=Sl.clone(L.uniforms)}else F=v.uniforms;return F}function E(v,S){let F=h.get(S);return F!==void 0?++F.usedTimes:(F=new E1(i,S,v,s),c.push(F),h.set(S,F)),F}function y(v){if(--v.usedTimes===0){let S=c.indexOf(v);c[S]=c[c.length-1],c.pop(),h.delete(v.cacheKey),v.destroy()}}function C(v){a.remove(v)}function M(){a.dispose()}return{getParameters:p,getProgramCacheKey:x,getUniforms:_,acquireProgram:E,releaseProgram:y,releaseShaderCache:C,programs:c,dispose:M}}function P1(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function R1(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function h0(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function u0(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,x,m,g){let _=i[e];return _===void 0?(_={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:x,renderOrder:d.renderOrder,z:m,group:g},i[e]=_):(_.id=d.id,_.object=d,_.geometry=f,_.material=p,_.materialVariant=o(d),_.groupOrder=x,_.renderOrder=d.renderOrder,_.z=m,_.group=g),e++,_}function l(d,f,p,x,m,g,_){_.reversedDepth===!0&&(m=-m);let E=a(d,f,p,x,m,g);p.transmission>0?n.push(E):p.transparent===!0?s.push(E):t.push(E)}function c(d,f,p,x,m,g){let _=a(d,f,p,x,m,g);p.transmission>0?n.unshift(_):p.transparent===!0?s.unshift(_):t.unshift(_)}function h(d,f){t.length>1&&t.sort(d||R1),n.length>1&&n.sort(f||h0),s.length>1&&s.sort(f||h0)}function u(){for(let d=e,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function I1(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new u0,i.set(n,[o])):s>=r.length?(o=new u0,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function L1(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new P,color:new qe};break;case"SpotLight":t={position:new P,direction:new P,color:new qe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new P,color:new qe,distance:0,decay:0};break;case"HemisphereLight":t={direction:new P,skyColor:new qe,groundColor:new qe};break;case"RectAreaLight":t={color:new qe,position:new P,halfWidth:new P,halfHeight:new P};break}return i[e.id]=t,t}}}function D1(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Pe};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Pe};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Pe,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var N1=0;function U1(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function F1(i){let e=new L1,t=D1(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new P);let s=new P,r=new bt,o=new bt;function a(c){let h=0,u=0,d=0;for(let k=0;k<9;k++)n.probe[k].set(0,0,0);let f=0,p=0,x=0,m=0,g=0,_=0,E=0,y=0,C=0,M=0,v=0,S=0,F=0,L=0;c.sort(U1);for(let k=0,G=c.length;k<G;k++){let N=c[k],W=N.color,Y=N.intensity,H=N.distance,le=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===hr?le=N.shadow.map.texture:le=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=W.r*Y,u+=W.g*Y,d+=W.b*Y;else if(N.isLightProbe){for(let Z=0;Z<9;Z++)n.probe[Z].addScaledVector(N.sh.coefficients[Z],Y);L++}else if(N.isSunLight){let Z=e.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let J=N.shadow,te=t.get(N);te.shadowIntensity=J.intensity,te.shadowBias=J.bias,te.shadowNormalBias=J.normalBias,te.shadowRadius=J.radius,te.shadowMapSize.copy(J.mapSize).multiply(J.getFrameExtents()),n.sunShadow[p]=te,n.sunShadowMap[p]=le;let de=J.getViewportCount();for(let ue=0;ue<de;ue++)n.sunShadowMatrix[x+ue]=J.getMatrix(ue),n.sunShadowCascade[x+ue]=J._cascadeData[ue];x+=de,p++}n.sun[f]=Z,f++}else if(N.isDirectionalLight){let Z=e.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let J=N.shadow,te=t.get(N);te.shadowIntensity=J.intensity,te.shadowBias=J.bias,te.shadowNormalBias=J.normalBias,te.shadowRadius=J.radius,te.shadowMapSize=J.mapSize,n.directionalShadow[m]=te,n.directionalShadowMap[m]=le,n.directionalShadowMatrix[m]=N.shadow.matrix,C++}n.directional[m]=Z,m++}else if(N.isSpotLight){let Z=e.get(N);Z.position.setFromMatrixPosition(N.matrixWorld),Z.color.copy(W).multiplyScalar(Y),Z.distance=H,Z.coneCos=Math.cos(N.angle),Z.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),Z.decay=N.decay,n.spot[_]=Z;let J=N.shadow;if(N.map&&(n.spotLightMap[S]=N.map,S++,J.updateMatrices(N),N.castShadow&&F++),n.spotLightMatrix[_]=J.matrix,N.castShadow){let te=t.get(N);te.shadowIntensity=J.intensity,te.shadowBias=J.bias,te.shadowNormalBias=J.normalBias,te.shadowRadius=J.radius,te.shadowMapSize=J.mapSize,n.spotShadow[_]=te,n.spotShadowMap[_]=le,v++}_++}else if(N.isRectAreaLight){let Z=e.get(N);Z.color.copy(W).multiplyScalar(Y),Z.halfWidth.set(N.width*.5,0,0),Z.halfHeight.set(0,N.height*.5,0),n.rectArea[E]=Z,E++}else if(N.isPointLight){let Z=e.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),Z.distance=N.distance,Z.decay=N.decay,N.castShadow){let J=N.shadow,te=t.get(N);te.shadowIntensity=J.intensity,te.shadowBias=J.bias,te.shadowNormalBias=J.normalBias,te.shadowRadius=J.radius,te.shadowMapSize=J.mapSize,te.shadowCameraNear=J.camera.near,te.shadowCameraFar=J.camera.far,n.pointShadow[g]=te,n.pointShadowMap[g]=le,n.pointShadowMatrix[g]=N.shadow.matrix,M++}n.point[g]=Z,g++}else if(N.isHemisphereLight){let Z=e.get(N);Z.skyColor.copy(N.color).multiplyScalar(Y),Z.groundColor.copy(N.groundColor).multiplyScalar(Y),n.hemi[y]=Z,y++}}E>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ie.LTC_FLOAT_1,n.rectAreaLTC2=Ie.LTC_FLOAT_2):(n.rectAreaLTC1=Ie.LTC_HALF_1,n.rectAreaLTC2=Ie.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.sunLength!==f||D.directionalLength!==m||D.pointLength!==g||D.spotLength!==_||D.rectAreaLength!==E||D.hemiLength!==y||D.numSunShadows!==p||D.numDirectionalShadows!==C||D.numPointShadows!==M||D.numSpotShadows!==v||D.numSpotMaps!==S||D.numLightProbes!==L)&&(n.sun.length=f,n.directional.length=m,n.spot.length=_,n.rectArea.length=E,n.point.length=g,n.hemi.length=y,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=x,n.sunShadowCascade.length=x,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=M,n.pointShadowMap.length=M,n.pointShadowMatrix.length=M,n.spotShadow.length=v,n.spotShadowMap.length=v,n.spotLightMatrix.length=v+S-F,n.spotLightMap.length=S,n.numSpotLightShadowsWithMaps=F,n.numLightProbes=L,D.sunLength=f,D.directionalLength=m,D.pointLength=g,D.spotLength=_,D.rectAreaLength=E,D.hemiLength=y,D.numSunShadows=p,D.numDirectionalShadows=C,D.numPointShadows=M,D.numSpotShadows=v,D.numSpotMaps=S,D.numLightProbes=L,n.version=N1++)}function l(c,h){let u=0,d=0,f=0,p=0,x=0,m=0,g=h.matrixWorldInverse;for(let _=0,E=c.length;_<E;_++){let y=c[_];if(y.isSunLight){let C=n.sun[u];C.direction.setFromMatrixPosition(y.matrixWorld),C.direction.transformDirection(g),u++}else if(y.isDirectionalLight){let C=n.directional[d];C.direction.setFromMatrixPosition(y.matrixWorld),s.setFromMatrixPosition(y.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),d++}else if(y.isSpotLight){let C=n.spot[p];C.position.setFromMatrixPosition(y.matrixWorld),C.position.applyMatrix4(g),C.direction.setFromMatrixPosition(y.matrixWorld),s.setFromMatrixPosition(y.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),p++}else if(y.isRectAreaLight){let C=n.rectArea[x];C.position.setFromMatrixPosition(y.matrixWorld),C.position.applyMatrix4(g),o.identity(),r.copy(y.matrixWorld),r.premultiply(g),o.extractRotation(r),C.halfWidth.set(y.width*.5,0,0),C.halfHeight.set(0,y.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),x++}else if(y.isPointLight){let C=n.point[f];C.position.setFromMatrixPosition(y.matrixWorld),C.position.applyMatrix4(g),f++}else if(y.isHemisphereLight){let C=n.hemi[m];C.direction.setFromMatrixPosition(y.matrixWorld),C.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function d0(i){let e=new F1(i),t=[],n=[],s=[];function r(u){h.camera=u,t.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):t.push(u)}function a(u){n.push(u)}function l(){e.setup(t),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function O1(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new d0(i),e.set(s,[a])):r>=o.length?(a=new d0(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var B1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,k1=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,z1=[new P(1,0,0),new P(-1,0,0),new P(0,1,0),new P(0,-1,0),new P(0,0,1),new P(0,0,-1)],V1=[new P(0,-1,0),new P(0,-1,0),new P(0,0,1),new P(0,0,-1),new P(0,-1,0),new P(0,-1,0)],f0=new bt,Ml=new P,If=new P;function G1(i,e,t){let n=new er,s=new Pe,r=new Pe,o=new Lt,a=new $c,l=new Zc,c={},h=t.maxTextureSize,u={[cr]:kn,[kn]:cr,[zn]:zn},d=new Di({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Pe},radius:{value:4}},vertexShader:B1,fragmentShader:k1}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new Mt;p.setAttribute("position",new Ht(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let x=new ct(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Rr;let g=this.type;this.render=function(M,v,S){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||M.length===0)return;this.type===hg&&($e("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Rr);let F=i.getRenderTarget(),L=i.getActiveCubeFace(),D=i.getActiveMipmapLevel(),k=i.state;k.setBlending(Ir),k.buffers.depth.getReversed()===!0?k.buffers.color.setClear(0,0,0,0):k.buffers.color.setClear(1,1,1,1),k.buffers.depth.setTest(!0),k.setScissorTest(!1);let G=g!==this.type;G&&v.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(W=>W.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,W=M.length;N<W;N++){let Y=M[N],H=Y.shadow;if(H===void 0){$e("WebGLShadowMap:",Y,"has no shadow.");continue}if(H.autoUpdate===!1&&H.needsUpdate===!1)continue;s.copy(H.mapSize);let le=H.getFrameExtents();s.multiply(le),r.copy(H.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/le.x),s.x=r.x*le.x,H.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/le.y),s.y=r.y*le.y,H.mapSize.y=r.y));let Z=i.state.buffers.depth.getReversed();if(H.camera._reversedDepth=Z,H.map===null||G===!0){if(H.map!==null&&(H.map.depthTexture!==null&&(H.map.depthTexture.dispose(),H.map.depthTexture=null),H.map.dispose()),this.type===Vo){if(Y.isPointLight){$e("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}H.map=new xi(s.x,s.y,{format:hr,type:Yi,minFilter:ii,magFilter:ii,generateMipmaps:!1}),H.map.texture.name=Y.name+".shadowMap",H.map.depthTexture=new Ns(s.x,s.y,Ni),H.map.depthTexture.name=Y.name+".shadowMapDepth",H.map.depthTexture.format=Ds,H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Dn,H.map.depthTexture.magFilter=Dn}else Y.isPointLight?(H.map=new El(s.x),H.map.depthTexture=new $a(s.x,qi)):(H.map=new xi(s.x,s.y),H.map.depthTexture=new Ns(s.x,s.y,qi)),H.map.depthTexture.name=Y.name+".shadowMap",H.map.depthTexture.format=Ds,this.type===Rr?(H.map.depthTexture.compareFunction=Z?yf:gf,H.map.depthTexture.minFilter=ii,H.map.depthTexture.magFilter=ii):(H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Dn,H.map.depthTexture.magFilter=Dn);H.camera.updateProjectionMatrix()}H.map.isWebGLCubeRenderTarget!==!0&&(H.map.width!==s.x||H.map.height!==s.y)&&H.map.setSize(s.x,s.y);let J=H.map.isWebGLCubeRenderTarget?6:H.getViewportCount();Y.isPointLight!==!0&&H.updateMatrices(Y,S);let te=(H.camera.layers.mask&4294967294)!==0?H.camera.layers:S.layers;for(let de=0;de<J;de++){let ue=H.getCamera(de);if(Y.isPointLight){let ee=H.camera,me=H.matrix,xe=Y.distance||ee.far;xe!==ee.far&&(ee.far=xe,ee.updateProjectionMatrix()),Ml.setFromMatrixPosition(Y.matrixWorld),ee.position.copy(Ml),If.copy(ee.position),If.add(z1[de]),ee.up.copy(V1[de]),ee.lookAt(If),ee.updateMatrixWorld(),me.makeTranslation(-Ml.x,-Ml.y,-Ml.z),f0.multiplyMatrices(ee.projectionMatrix,ee.matrixWorldInverse),H._frustum.setFromProjectionMatrix(f0,ee.coordinateSystem,ee.reversedDepth)}if(H.map.isWebGLCubeRenderTarget)i.setRenderTarget(H.map,de),i.clear();else{de===0&&(i.setRenderTarget(H.map),i.clear());let ee=H.getViewport(de);o.set(r.x*ee.x,r.y*ee.y,r.x*ee.z,r.y*ee.w),k.viewport(o)}n=H.getFrustum(de),y(v,S,ue,Y,te,this.type)}H.isPointLightShadow!==!0&&this.type===Vo&&_(H,S),H.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(F,L,D)};function _(M,v){let S=e.update(x);d.defines.VSM_SAMPLES!==M.blurSamples&&(d.defines.VSM_SAMPLES=M.blurSamples,f.defines.VSM_SAMPLES=M.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),M.mapPass===null?M.mapPass=new xi(s.x,s.y,{format:hr,type:Yi}):(M.mapPass.width!==M.map.width||M.mapPass.height!==M.map.height)&&M.mapPass.setSize(M.map.width,M.map.height),d.uniforms.shadow_pass.value=M.map.depthTexture,d.uniforms.resolution.value.set(M.map.width,M.map.height),d.uniforms.radius.value=M.radius,i.setRenderTarget(M.mapPass),i.clear(),i.renderBufferDirect(v,null,S,d,x,null),f.uniforms.shadow_pass.value=M.mapPass.texture,f.uniforms.resolution.value.set(M.map.width,M.map.height),f.uniforms.radius.value=M.radius,i.setRenderTarget(M.map),i.clear(),i.renderBufferDirect(v,null,S,f,x,null)}function E(M,v,S,F){let L=null,D=S.isPointLight===!0?M.customDistanceMaterial:M.customDepthMaterial;if(D!==void 0)L=D;else if(L=S.isPointLight===!0?l:a,i.localClippingEnabled&&v.clipShadows===!0&&Array.isArray(v.clippingPlanes)&&v.clippingPlanes.length!==0||v.displacementMap&&v.displacementScale!==0||v.alphaMap&&v.alphaTest>0||v.map&&v.alphaTest>0||v.alphaToCoverage===!0){let k=L.uuid,G=v.uuid,N=c[k];N===void 0&&(N={},c[k]=N);let W=N[G];W===void 0&&(W=L.clone(),N[G]=W,v.addEventListener("dispose",C)),L=W}if(L.visible=v.visible,L.wireframe=v.wireframe,F===Vo?L.side=v.shadowSide!==null?v.shadowSide:v.side:L.side=v.shadowSide!==null?v.shadowSide:u[v.side],L.alphaMap=v.alphaMap,L.alphaTest=v.alphaToCoverage===!0?.5:v.alphaTest,L.map=v.map,L.clipShadows=v.clipShadows,L.clippingPlanes=v.clippingPlanes,L.clipIntersection=v.clipIntersection,L.displacementMap=v.displacementMap,L.displacementScale=v.displacementScale,L.displacementBias=v.displacementBias,L.wireframeLinewidth=v.wireframeLinewidth,L.linewidth=v.linewidth,S.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let k=i.properties.get(L);k.light=S}return L}function y(M,v,S,F,L,D){if(M.visible===!1)return;if(M.layers.test(L)&&(M.isMesh||M.isLine||M.isPoints)&&(M.castShadow||M.receiveShadow&&D===Vo)&&(!M.frustumCulled||M.intersectsFrustum(n))){M.modelViewMatrix.multiplyMatrices(S.matrixWorldInverse,M.matrixWorld);let N=e.update(M),W=M.material;if(Array.isArray(W)){let Y=N.groups;for(let H=0,le=Y.length;H<le;H++){let Z=Y[H],J=W[Z.materialIndex];if(J&&J.visible){let te=E(M,J,F,D);M.onBeforeShadow(i,M,v,S,N,te,Z),i.renderBufferDirect(S,null,N,te,M,Z),M.onAfterShadow(i,M,v,S,N,te,Z)}}}else if(W.visible){let Y=E(M,W,F,D);M.onBeforeShadow(i,M,v,S,N,Y,null),i.renderBufferDirect(S,null,N,Y,M,null),M.onAfterShadow(i,M,v,S,N,Y,null)}}let G=M.children;for(let N=0,W=G.length;N<W;N++)y(G[N],v,S,F,L,D)}function C(M){M.target.removeEventListener("dispose",C);for(let S in c){let F=c[S],L=M.target.uuid;L in F&&(F[L].dispose(),delete F[L])}}}function H1(i,e){function t(){let O=!1,re=new Lt,ie=null,we=new Lt(0,0,0,0);return{setMask:function(ge){ie!==ge&&!O&&(i.colorMask(ge,ge,ge,ge),ie=ge)},setLocked:function(ge){O=ge},setClear:function(ge,be,He,je,ce){ce===!0&&(ge*=je,be*=je,He*=je),re.set(ge,be,He,je),we.equals(re)===!1&&(i.clearColor(ge,be,He,je),we.copy(re))},reset:function(){O=!1,ie=null,we.set(-1,0,0,0)}}}function n(){let O=!1,re=!1,ie=null,we=null,ge=null;return{setReversed:function(be){if(re!==be){let He=e.get("EXT_clip_control");be?He.clipControlEXT(He.LOWER_LEFT_EXT,He.ZERO_TO_ONE_EXT):He.clipControlEXT(He.LOWER_LEFT_EXT,He.NEGATIVE_ONE_TO_ONE_EXT),re=be;let je=ge;ge=null,this.setClear(je)}},getReversed:function(){return re},setTest:function(be){be?Se(i.DEPTH_TEST):We(i.DEPTH_TEST)},setMask:function(be){ie!==be&&!O&&(i.depthMask(be),ie=be)},setFunc:function(be){if(re&&(be=Hg[be]),we!==be){switch(be){case wc:i.depthFunc(i.NEVER);break;case Ec:i.depthFunc(i.ALWAYS);break;case Tc:i.depthFunc(i.LESS);break;case To:i.depthFunc(i.LEQUAL);break;case Ac:i.depthFunc(i.EQUAL);break;case Cc:i.depthFunc(i.GEQUAL);break;case Ao:i.depthFunc(i.GREATER);break;case Pc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}we=be}},setLocked:function(be){O=be},setClear:function(be){ge!==be&&(ge=be,re&&(be=1-be),i.clearDepth(be))},reset:function(){O=!1,ie=null,we=null,ge=null,re=!1}}}function s(){let O=!1,re=null,ie=null,we=null,ge=null,be=null,He=null,je=null,ce=null;return{setTest:function(Be){O||(Be?Se(i.STENCIL_TEST):We(i.STENCIL_TEST))},setMask:function(Be){re!==Be&&!O&&(i.stencilMask(Be),re=Be)},setFunc:function(Be,Je,Ce){(ie!==Be||we!==Je||ge!==Ce)&&(i.stencilFunc(Be,Je,Ce),ie=Be,we=Je,ge=Ce)},setOp:function(Be,Je,Ce){(be!==Be||He!==Je||je!==Ce)&&(i.stencilOp(Be,Je,Ce),be=Be,He=Je,je=Ce)},setLocked:function(Be){O=Be},setClear:function(Be){ce!==Be&&(i.clearStencil(Be),ce=Be)},reset:function(){O=!1,re=null,ie=null,we=null,ge=null,be=null,He=null,je=null,ce=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],x=null,m=!1,g=null,_=null,E=null,y=null,C=null,M=null,v=null,S=new qe(0,0,0),F=0,L=!1,D=null,k=null,G=null,N=null,W=null,Y=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),H=!1,le=0,Z=i.getParameter(i.VERSION);Z.indexOf("WebGL")!==-1?(le=parseFloat(/^WebGL (\d)/.exec(Z)[1]),H=le>=1):Z.indexOf("OpenGL ES")!==-1&&(le=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),H=le>=2);let J=null,te={},de=i.getParameter(i.SCISSOR_BOX),ue=i.getParameter(i.VIEWPORT),ee=new Lt().fromArray(de),me=new Lt().fromArray(ue);function xe(O,re,ie,we){let ge=new Uint8Array(4),be=i.createTexture();i.bindTexture(O,be),i.texParameteri(O,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(O,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let He=0;He<ie;He++)O===i.TEXTURE_3D||O===i.TEXTURE_2D_ARRAY?i.texImage3D(re,0,i.RGBA,1,1,we,0,i.RGBA,i.UNSIGNED_BYTE,ge):i.texImage2D(re+He,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ge);return be}let Ae={};Ae[i.TEXTURE_2D]=xe(i.TEXTURE_2D,i.TEXTURE_2D,1),Ae[i.TEXTURE_CUBE_MAP]=xe(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ae[i.TEXTURE_2D_ARRAY]=xe(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Ae[i.TEXTURE_3D]=xe(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Se(i.DEPTH_TEST),o.setFunc(To),hn(!1),Ot(Kd),Se(i.CULL_FACE),jt(Ir);function Se(O){h[O]!==!0&&(i.enable(O),h[O]=!0)}function We(O){h[O]!==!1&&(i.disable(O),h[O]=!1)}function ot(O,re){return d[O]!==re?(i.bindFramebuffer(O,re),d[O]=re,O===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=re),O===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=re),!0):!1}function Ge(O,re){let ie=p,we=!1;if(O){ie=f.get(re),ie===void 0&&(ie=[],f.set(re,ie));let ge=O.textures;if(ie.length!==ge.length||ie[0]!==i.COLOR_ATTACHMENT0){for(let be=0,He=ge.length;be<He;be++)ie[be]=i.COLOR_ATTACHMENT0+be;ie.length=ge.length,we=!0}}else ie[0]!==i.BACK&&(ie[0]=i.BACK,we=!0);we&&i.drawBuffers(ie)}function pt(O){return x!==O?(i.useProgram(O),x=O,!0):!1}let ht={[Lr]:i.FUNC_ADD,[dg]:i.FUNC_SUBTRACT,[fg]:i.FUNC_REVERSE_SUBTRACT};ht[pg]=i.MIN,ht[mg]=i.MAX;let it={[gg]:i.ZERO,[yg]:i.ONE,[xg]:i.SRC_COLOR,[ef]:i.SRC_ALPHA,[wg]:i.SRC_ALPHA_SATURATE,[Sg]:i.DST_COLOR,[vg]:i.DST_ALPHA,[_g]:i.ONE_MINUS_SRC_COLOR,[tf]:i.ONE_MINUS_SRC_ALPHA,[Mg]:i.ONE_MINUS_DST_COLOR,[bg]:i.ONE_MINUS_DST_ALPHA,[Eg]:i.CONSTANT_COLOR,[Tg]:i.ONE_MINUS_CONSTANT_COLOR,[Ag]:i.CONSTANT_ALPHA,[Cg]:i.ONE_MINUS_CONSTANT_ALPHA};function jt(O,re,ie,we,ge,be,He,je,ce,Be){if(O===Ir){m===!0&&(We(i.BLEND),m=!1);return}if(m===!1&&(Se(i.BLEND),m=!0),O!==ug){if(O!==g||Be!==L){if((_!==Lr||C!==Lr)&&(i.blendEquation(i.FUNC_ADD),_=Lr,C=Lr),Be)switch(O){case Go:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case jd:i.blendFunc(i.ONE,i.ONE);break;case Jd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Qd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:Qe("WebGLState: Invalid blending: ",O);break}else switch(O){case Go:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case jd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Jd:Qe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Qd:Qe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qe("WebGLState: Invalid blending: ",O);break}E=null,y=null,M=null,v=null,S.set(0,0,0),F=0,g=O,L=Be}return}ge=ge||re,be=be||ie,He=He||we,(re!==_||ge!==C)&&(i.blendEquationSeparate(ht[re],ht[ge]),_=re,C=ge),(ie!==E||we!==y||be!==M||He!==v)&&(i.blendFuncSeparate(it[ie],it[we],it[be],it[He]),E=ie,y=we,M=be,v=He),(je.equals(S)===!1||ce!==F)&&(i.blendColor(je.r,je.g,je.b,ce),S.copy(je),F=ce),g=O,L=!1}function Gt(O,re){O.side===zn?We(i.CULL_FACE):Se(i.CULL_FACE);let ie=O.side===kn;re&&(ie=!ie),hn(ie),O.blending===Go&&O.transparent===!1?jt(Ir):jt(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let we=O.stencilWrite;a.setTest(we),we&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),St(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?Se(i.SAMPLE_ALPHA_TO_COVERAGE):We(i.SAMPLE_ALPHA_TO_COVERAGE)}function hn(O){D!==O&&(O?i.frontFace(i.CW):i.frontFace(i.CCW),D=O)}function Ot(O){O!==lg?(Se(i.CULL_FACE),O!==k&&(O===Kd?i.cullFace(i.BACK):O===cg?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):We(i.CULL_FACE),k=O}function An(O){O!==G&&(H&&i.lineWidth(O),G=O)}function St(O,re,ie){O?(Se(i.POLYGON_OFFSET_FILL),(N!==re||W!==ie)&&(N=re,W=ie,o.getReversed()&&(re=-re,ie=-ie),i.polygonOffset(re,ie))):We(i.POLYGON_OFFSET_FILL)}function xn(O){O?Se(i.SCISSOR_TEST):We(i.SCISSOR_TEST)}function en(O){O===void 0&&(O=i.TEXTURE0+Y-1),J!==O&&(i.activeTexture(O),J=O)}function un(O,re,ie){ie===void 0&&(J===null?ie=i.TEXTURE0+Y-1:ie=J);let we=te[ie];we===void 0&&(we={type:void 0,texture:void 0},te[ie]=we),(we.type!==O||we.texture!==re)&&(J!==ie&&(i.activeTexture(ie),J=ie),i.bindTexture(O,re||Ae[O]),we.type=O,we.texture=re)}function B(){let O=te[J];O!==void 0&&O.type!==void 0&&(i.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function Re(){try{i.compressedTexImage2D(...arguments)}catch(O){Qe("WebGLState:",O)}}function Ze(){try{i.compressedTexImage3D(...arguments)}catch(O){Qe("WebGLState:",O)}}function at(){try{i.texSubImage2D(...arguments)}catch(O){Qe("WebGLState:",O)}}function Me(){try{i.texSubImage3D(...arguments)}catch(O){Qe("WebGLState:",O)}}function kt(){try{i.compressedTexSubImage2D(...arguments)}catch(O){Qe("WebGLState:",O)}}function Ve(){try{i.compressedTexSubImage3D(...arguments)}catch(O){Qe("WebGLState:",O)}}function Ye(){try{i.texStorage2D(...arguments)}catch(O){Qe("WebGLState:",O)}}function R(){try{i.texStorage3D(...arguments)}catch(O){Qe("WebGLState:",O)}}function w(){try{i.texImage2D(...arguments)}catch(O){Qe("WebGLState:",O)}}function q(){try{i.texImage3D(...arguments)}catch(O){Qe("WebGLState:",O)}}function he(O){return u[O]!==void 0?u[O]:i.getParameter(O)}function oe(O,re){u[O]!==re&&(i.pixelStorei(O,re),u[O]=re)}function ye(O){ee.equals(O)===!1&&(i.scissor(O.x,O.y,O.z,O.w),ee.copy(O))}function _e(O){me.equals(O)===!1&&(i.viewport(O.x,O.y,O.z,O.w),me.copy(O))}function ne(O,re){let ie=c.get(re);ie===void 0&&(ie=new WeakMap,c.set(re,ie));let we=ie.get(O);we===void 0&&(we=i.getUniformBlockIndex(re,O.name),i.uniformBlockBinding(re,we,we),ie.set(O,we))}function se(O,re,ie){let ge=c.get(re).get(O);l[ge]!==ie&&(i.bindBufferBase(i.UNIFORM_BUFFER,ge,ie),l[ge]=ie)}function pe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},J=null,te={},d={},l={},f=new WeakMap,p=[],x=null,m=!1,g=null,_=null,E=null,y=null,C=null,M=null,v=null,S=new qe(0,0,0),F=0,L=!1,D=null,k=null,G=null,N=null,W=null,ee.set(0,0,i.canvas.width,i.canvas.height),me.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Se,disable:We,bindFramebuffer:ot,drawBuffers:Ge,useProgram:pt,setBlending:jt,setMaterial:Gt,setFlipSided:hn,setCullFace:Ot,setLineWidth:An,setPolygonOffset:St,setScissorTest:xn,activeTexture:en,bindTexture:un,unbindTexture:B,compressedTexImage2D:Re,compressedTexImage3D:Ze,texImage2D:w,texImage3D:q,pixelStorei:oe,getParameter:he,updateUBOMapping:ne,uniformBlockBinding:se,texStorage2D:Ye,texStorage3D:R,texSubImage2D:at,texSubImage3D:Me,compressedTexSubImage2D:kt,compressedTexSubImage3D:Ve,scissor:ye,viewport:_e,reset:pe}}function W1(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Pe,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,x=new FinalizationRegistry(R=>p.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,w){return m?new OffscreenCanvas(R,w):Ba("canvas")}function _(R,w,q){let he=1,oe=Ye(R);if((oe.width>q||oe.height>q)&&(he=q/Math.max(oe.width,oe.height)),he<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let ye=Math.floor(he*oe.width),_e=Math.floor(he*oe.height);d===void 0&&(d=g(ye,_e));let ne=w?g(ye,_e):d;return ne.width=ye,ne.height=_e,ne.getContext("2d").drawImage(R,0,0,ye,_e),$e("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+ye+"x"+_e+")."),ne}else return"data"in R&&$e("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),R;return R}function E(R){return R.generateMipmaps}function y(R){i.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function M(R,w,q,he,oe,ye=!1){if(R!==null){if(i[R]!==void 0)return i[R];$e("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let _e;he&&(_e=e.get("EXT_texture_norm16"),_e||$e("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let ne=w;if(w===i.RED&&(q===i.FLOAT&&(ne=i.R32F),q===i.HALF_FLOAT&&(ne=i.R16F),q===i.UNSIGNED_BYTE&&(ne=i.R8),q===i.UNSIGNED_SHORT&&_e&&(ne=_e.R16_EXT),q===i.SHORT&&_e&&(ne=_e.R16_SNORM_EXT)),w===i.RED_INTEGER&&(q===i.UNSIGNED_BYTE&&(ne=i.R8UI),q===i.UNSIGNED_SHORT&&(ne=i.R16UI),q===i.UNSIGNED_INT&&(ne=i.R32UI),q===i.BYTE&&(ne=i.R8I),q===i.SHORT&&(ne=i.R16I),q===i.INT&&(ne=i.R32I)),w===i.RG&&(q===i.FLOAT&&(ne=i.RG32F),q===i.HALF_FLOAT&&(ne=i.RG16F),q===i.UNSIGNED_BYTE&&(ne=i.RG8),q===i.UNSIGNED_SHORT&&_e&&(ne=_e.RG16_EXT),q===i.SHORT&&_e&&(ne=_e.RG16_SNORM_EXT)),w===i.RG_INTEGER&&(q===i.UNSIGNED_BYTE&&(ne=i.RG8UI),q===i.UNSIGNED_SHORT&&(ne=i.RG16UI),q===i.UNSIGNED_INT&&(ne=i.RG32UI),q===i.BYTE&&(ne=i.RG8I),q===i.SHORT&&(ne=i.RG16I),q===i.INT&&(ne=i.RG32I)),w===i.RGB_INTEGER&&(q===i.UNSIGNED_BYTE&&(ne=i.RGB8UI),q===i.UNSIGNED_SHORT&&(ne=i.RGB16UI),q===i.UNSIGNED_INT&&(ne=i.RGB32UI),q===i.BYTE&&(ne=i.RGB8I),q===i.SHORT&&(ne=i.RGB16I),q===i.INT&&(ne=i.RGB32I)),w===i.RGBA_INTEGER&&(q===i.UNSIGNED_BYTE&&(ne=i.RGBA8UI),q===i.UNSIGNED_SHORT&&(ne=i.RGBA16UI),q===i.UNSIGNED_INT&&(ne=i.RGBA32UI),q===i.BYTE&&(ne=i.RGBA8I),q===i.SHORT&&(ne=i.RGBA16I),q===i.INT&&(ne=i.RGBA32I)),w===i.RGB&&(q===i.UNSIGNED_SHORT&&_e&&(ne=_e.RGB16_EXT),q===i.SHORT&&_e&&(ne=_e.RGB16_SNORM_EXT),q===i.UNSIGNED_INT_5_9_9_9_REV&&(ne=i.RGB9_E5),q===i.UNSIGNED_INT_10F_11F_11F_REV&&(ne=i.R11F_G11F_B10F)),w===i.RGBA){let se=ye?Oa:_t.getTransfer(oe);q===i.FLOAT&&(ne=i.RGBA32F),q===i.HALF_FLOAT&&(ne=i.RGBA16F),q===i.UNSIGNED_BYTE&&(ne=se===It?i.SRGB8_ALPHA8:i.RGBA8),q===i.UNSIGNED_SHORT&&_e&&(ne=_e.RGBA16_EXT),q===i.SHORT&&_e&&(ne=_e.RGBA16_SNORM_EXT),q===i.UNSIGNED_SHORT_4_4_4_4&&(ne=i.RGBA4),q===i.UNSIGNED_SHORT_5_5_5_1&&(ne=i.RGB5_A1)}return(ne===i.R16F||ne===i.R32F||ne===i.RG16F||ne===i.RG32F||ne===i.RGBA16F||ne===i.RGBA32F)&&e.get("EXT_color_buffer_float"),ne}function v(R,w){let q;return R?w===null||w===qi||w===Nr?q=i.DEPTH24_STENCIL8:w===Ni?q=i.DEPTH32F_STENCIL8:w===Wo&&(q=i.DEPTH24_STENCIL8,$e("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):w===null||w===qi||w===Nr?q=i.DEPTH_COMPONENT24:w===Ni?q=i.DEPTH_COMPONENT32F:w===Wo&&(q=i.DEPTH_COMPONENT16),q}function S(R,w){return E(R)===!0||R.isFramebufferTexture&&R.minFilter!==Dn&&R.minFilter!==ii?Math.log2(Math.max(w.width,w.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?w.mipmaps.length:1}function F(R){let w=new WeakRef(R);n.get(R).__ref=w,p.add(w),x.register(R,w,w)}function L(R){let w=n.get(R).__ref;w!==void 0&&(p.delete(w),x.unregister(w))}function D(R){G(R.target)}function k(R){N(R.target)}function G(R){R.removeEventListener("dispose",D),L(R),Y(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function N(R){R.removeEventListener("dispose",k),L(R),le(R)}function W(){for(let R of p){let w=R.deref();w!==void 0&&(w.isRenderTarget===!0?N(w):G(w))}p.clear(),u.clear()}function Y(R){let w=n.get(R);if(w.__webglInit===void 0)return;let q=R.source,he=f.get(q);if(he){let oe=he[w.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&H(R),Object.keys(he).length===0&&f.delete(q)}n.remove(R)}function H(R){let w=n.get(R);i.deleteTexture(w.__webglTexture);let q=R.source,he=f.get(q);delete he[w.__cacheKey],o.memory.textures--}function le(R){let w=n.get(R);w.__depthDisposeCallback&&w.__depthDisposeCallback();let q=R.depthTexture;if(q&&q.renderTarget===R&&G(q),R.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(w.__webglFramebuffer[oe]))for(let ye=0;ye<w.__webglFramebuffer[oe].length;ye++)i.deleteFramebuffer(w.__webglFramebuffer[oe][ye]);else i.deleteFramebuffer(w.__webglFramebuffer[oe]);w.__webglDepthbuffer&&i.deleteRenderbuffer(w.__webglDepthbuffer[oe])}else{if(Array.isArray(w.__webglFramebuffer))for(let oe=0;oe<w.__webglFramebuffer.length;oe++)i.deleteFramebuffer(w.__webglFramebuffer[oe]);else i.deleteFramebuffer(w.__webglFramebuffer);if(w.__webglDepthbuffer&&i.deleteRenderbuffer(w.__webglDepthbuffer),w.__webglMultisampledFramebuffer&&i.deleteFramebuffer(w.__webglMultisampledFramebuffer),w.__webglColorRenderbuffer)for(let oe=0;oe<w.__webglColorRenderbuffer.length;oe++)w.__webglColorRenderbuffer[oe]&&i.deleteRenderbuffer(w.__webglColorRenderbuffer[oe]);w.__webglDepthRenderbuffer&&i.deleteRenderbuffer(w.__webglDepthRenderbuffer)}let he=R.textures;for(let oe=0,ye=he.length;oe<ye;oe++){let _e=n.get(he[oe]);_e.__webglTexture&&(i.deleteTexture(_e.__webglTexture),o.memory.textures--),n.remove(he[oe])}n.remove(R)}let Z=0;function J(){Z=0}function te(){return Z}function de(R){Z=R}function ue(){let R=Z;return R>=s.maxTextures&&$e("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),Z+=1,R}function ee(R){let w=[];return w.push(R.wrapS),w.push(R.wrapT),w.push(R.wrapR||0),w.push(R.magFilter),w.push(R.minFilter),w.push(R.anisotropy),w.push(R.internalFormat),w.push(R.format),w.push(R.type),w.push(R.generateMipmaps),w.push(R.mipmapsAutoUpdate),w.push(R.premultiplyAlpha),w.push(R.flipY),w.push(R.unpackAlignment),w.push(R.colorSpace),w.join()}function me(R,w){let q=n.get(R);if(R.isVideoTexture&&kt(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&q.__version!==R.version){let he=R.image;if(he===null)$e("WebGLRenderer: Texture marked for update but no image data found.");else if(he.complete===!1)$e("WebGLRenderer: Texture marked for update but image is incomplete");else{Gt(q,R,w);return}}else R.isExternalTexture&&(q.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,q.__webglTexture,i.TEXTURE0+w)}function xe(R,w){let q=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&q.__version!==R.version){Gt(q,R,w);return}else R.isExternalTexture&&(q.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,q.__webglTexture,i.TEXTURE0+w)}function Ae(R,w){let q=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&q.__version!==R.version){Gt(q,R,w);return}t.bindTexture(i.TEXTURE_3D,q.__webglTexture,i.TEXTURE0+w)}function Se(R,w){let q=n.get(R);if(R.version>0&&q.__version!==R.version){hn(q,R,w);return}t.bindTexture(i.TEXTURE_CUBE_MAP,q.__webglTexture,i.TEXTURE0+w)}let We={[Rc]:i.REPEAT,[hs]:i.CLAMP_TO_EDGE,[Ic]:i.MIRRORED_REPEAT},ot={[Dn]:i.NEAREST,[Ig]:i.NEAREST_MIPMAP_NEAREST,[pl]:i.NEAREST_MIPMAP_LINEAR,[ii]:i.LINEAR,[hh]:i.LINEAR_MIPMAP_NEAREST,[Us]:i.LINEAR_MIPMAP_LINEAR},Ge={[Ug]:i.NEVER,[xf]:i.ALWAYS,[Fg]:i.LESS,[gf]:i.LEQUAL,[Og]:i.EQUAL,[yf]:i.GEQUAL,[Bg]:i.GREATER,[kg]:i.NOTEQUAL};function pt(R,w){if(w.type===Ni&&e.has("OES_texture_float_linear")===!1&&(w.magFilter===ii||w.magFilter===hh||w.magFilter===pl||w.magFilter===Us||w.minFilter===ii||w.minFilter===hh||w.minFilter===pl||w.minFilter===Us)&&$e("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,We[w.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,We[w.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,We[w.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,ot[w.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,ot[w.minFilter]),w.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,Ge[w.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(w.magFilter===Dn||w.minFilter!==pl&&w.minFilter!==Us||w.type===Ni&&e.has("OES_texture_float_linear")===!1)return;if(w.anisotropy>1||n.get(w).__currentAnisotropy){let q=e.get("EXT_texture_filter_anisotropic");i.texParameterf(R,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(w.anisotropy,s.getMaxAnisotropy())),n.get(w).__currentAnisotropy=w.anisotropy}}}function ht(R,w){let q=!1;R.__webglInit===void 0&&(R.__webglInit=!0,w.addEventListener("dispose",D),F(w));let he=w.source,oe=f.get(he);oe===void 0&&(oe={},f.set(he,oe));let ye=ee(w);if(ye!==R.__cacheKey){oe[ye]===void 0&&(oe[ye]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,q=!0),oe[ye].usedTimes++;let _e=oe[R.__cacheKey];_e!==void 0&&(oe[R.__cacheKey].usedTimes--,_e.usedTimes===0&&H(w)),R.__cacheKey=ye,R.__webglTexture=oe[ye].texture}return q}function it(R,w,q){return Math.floor(Math.floor(R/q)/w)}function jt(R,w,q,he){let ye=R.updateRanges;if(ye.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,w.width,w.height,q,he,w.data);else{ye.sort((O,re)=>O.start-re.start);let _e=0;for(let O=1;O<ye.length;O++){let re=ye[_e],ie=ye[O],we=re.start+re.count,ge=it(ie.start,w.width,4),be=it(re.start,w.width,4);ie.start<=we+1&&ge===be&&it(ie.start+ie.count-1,w.width,4)===ge?re.count=Math.max(re.count,ie.start+ie.count-re.start):(++_e,ye[_e]=ie)}ye.length=_e+1;let ne=t.getParameter(i.UNPACK_ROW_LENGTH),se=t.getParameter(i.UNPACK_SKIP_PIXELS),pe=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,w.width);for(let O=0,re=ye.length;O<re;O++){let ie=ye[O],we=Math.floor(ie.start/4),ge=Math.ceil(ie.count/4),be=we%w.width,He=Math.floor(we/w.width),je=ge,ce=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,be),t.pixelStorei(i.UNPACK_SKIP_ROWS,He),t.texSubImage2D(i.TEXTURE_2D,0,be,He,je,ce,q,he,w.data)}R.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,ne),t.pixelStorei(i.UNPACK_SKIP_PIXELS,se),t.pixelStorei(i.UNPACK_SKIP_ROWS,pe)}}function Gt(R,w,q){let he=i.TEXTURE_2D;(w.isDataArrayTexture||w.isCompressedArrayTexture)&&(he=i.TEXTURE_2D_ARRAY),w.isData3DTexture&&(he=i.TEXTURE_3D);let oe=ht(R,w),ye=w.source;t.bindTexture(he,R.__webglTexture,i.TEXTURE0+q);let _e=n.get(ye);if(ye.version!==_e.__version||oe===!0){if(t.activeTexture(i.TEXTURE0+q),(typeof ImageBitmap<"u"&&w.image instanceof ImageBitmap)===!1){let ce=_t.getPrimaries(_t.workingColorSpace),Be=w.colorSpace===Os?null:_t.getPrimaries(w.colorSpace),Je=w.colorSpace===Os||ce===Be?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,w.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,w.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Je)}t.pixelStorei(i.UNPACK_ALIGNMENT,w.unpackAlignment);let se=_(w.image,!1,s.maxTextureSize);se=Ve(w,se);let pe=r.convert(w.format,w.colorSpace),O=r.convert(w.type),re=M(w.internalFormat,pe,O,w.normalized,w.colorSpace,w.isVideoTexture);pt(he,w);let ie,we=w.mipmaps,ge=w.isVideoTexture!==!0,be=_e.__version===void 0||oe===!0,He=ye.dataReady,je=S(w,se);if(w.isDepthTexture)re=v(w.format===Fs,w.type),be&&(ge?t.texStorage2D(i.TEXTURE_2D,1,re,se.width,se.height):t.texImage2D(i.TEXTURE_2D,0,re,se.width,se.height,0,pe,O,null));else if(w.isDataTexture)if(we.length>0){ge&&be&&t.texStorage2D(i.TEXTURE_2D,je,re,we[0].width,we[0].height);for(let ce=0,Be=we.length;ce<Be;ce++)ie=we[ce],ge?He&&t.texSubImage2D(i.TEXTURE_2D,ce,0,0,ie.width,ie.height,pe,O,ie.data):t.texImage2D(i.TEXTURE_2D,ce,re,ie.width,ie.height,0,pe,O,ie.data);w.generateMipmaps=!1}else ge?(be&&t.texStorage2D(i.TEXTURE_2D,je,re,se.width,se.height),He&&jt(w,se,pe,O)):t.texImage2D(i.TEXTURE_2D,0,re,se.width,se.height,0,pe,O,se.data);else if(w.isCompressedTexture)if(w.isCompressedArrayTexture){ge&&be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,je,re,we[0].width,we[0].height,se.depth);for(let ce=0,Be=we.length;ce<Be;ce++)if(ie=we[ce],w.format!==$i)if(pe!==null)if(ge){if(He)if(w.layerUpdates.size>0){let Je=Pf(ie.width,ie.height,w.format,w.type);for(let Ce of w.layerUpdates){let lt=ie.data.subarray(Ce*Je/ie.data.BYTES_PER_ELEMENT,(Ce+1)*Je/ie.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ce,0,0,Ce,ie.width,ie.height,1,pe,lt)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ce,0,0,0,ie.width,ie.height,se.depth,pe,ie.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ce,re,ie.width,ie.height,se.depth,0,ie.data,0,0);else $e("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?He&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,ce,0,0,0,ie.width,ie.height,se.depth,pe,O,ie.data):t.texImage3D(i.TEXTURE_2D_ARRAY,ce,re,ie.width,ie.height,se.depth,0,pe,O,ie.data);w.layerUpdates.size>0&&w.clearLayerUpdates()}else{ge&&be&&t.texStorage2D(i.TEXTURE_2D,je,re,we[0].width,we[0].height);for(let ce=0,Be=we.length;ce<Be;ce++)ie=we[ce],w.format!==$i?pe!==null?ge?He&&t.compressedTexSubImage2D(i.TEXTURE_2D,ce,0,0,ie.width,ie.height,pe,ie.data):t.compressedTexImage2D(i.TEXTURE_2D,ce,re,ie.width,ie.height,0,ie.data):$e("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?He&&t.texSubImage2D(i.TEXTURE_2D,ce,0,0,ie.width,ie.height,pe,O,ie.data):t.texImage2D(i.TEXTURE_2D,ce,re,ie.width,ie.height,0,pe,O,ie.data)}else if(w.isDataArrayTexture)if(ge){if(be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,je,re,se.width,se.height,se.depth),He)if(w.layerUpdates.size>0){let ce=Pf(se.width,se.height,w.format,w.type);for(let Be of w.layerUpdates){let Je=se.data.subarray(Be*ce/se.data.BYTES_PER_ELEMENT,(Be+1)*ce/se.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Be,se.width,se.height,1,pe,O,Je)}w.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,se.width,se.height,se.depth,pe,O,se.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,re,se.width,se.height,se.depth,0,pe,O,se.data);else if(w.isData3DTexture)ge?(be&&t.texStorage3D(i.TEXTURE_3D,je,re,se.width,se.height,se.depth),He&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,se.width,se.height,se.depth,pe,O,se.data)):t.texImage3D(i.TEXTURE_3D,0,re,se.width,se.height,se.depth,0,pe,O,se.data);else if(w.isFramebufferTexture){if(be)if(ge)t.texStorage2D(i.TEXTURE_2D,je,re,se.width,se.height);else{let ce=se.width,Be=se.height;for(let Je=0;Je<je;Je++)t.texImage2D(i.TEXTURE_2D,Je,re,ce,Be,0,pe,O,null),ce>>=1,Be>>=1}}else if(w.isHTMLTexture){if("texElementImage2D"in i){let ce=i.canvas;if(ce.hasAttribute("layoutsubtree")||ce.setAttribute("layoutsubtree","true"),se.parentNode!==ce){ce.appendChild(se),u.add(w),ce.onpaint=Be=>{let Je=Be.changedElements;for(let Ce of u)Je.includes(Ce.image)&&(Ce.needsUpdate=!0)},ce.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,se);else{let Je=i.RGBA,Ce=i.RGBA,lt=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Je,Ce,lt,se)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(we.length>0){if(ge&&be){let ce=Ye(we[0]);t.texStorage2D(i.TEXTURE_2D,je,re,ce.width,ce.height)}for(let ce=0,Be=we.length;ce<Be;ce++)ie=we[ce],ge?He&&t.texSubImage2D(i.TEXTURE_2D,ce,0,0,pe,O,ie):t.texImage2D(i.TEXTURE_2D,ce,re,pe,O,ie);w.generateMipmaps=!1}else if(ge){if(be){let ce=Ye(se);t.texStorage2D(i.TEXTURE_2D,je,re,ce.width,ce.height)}He&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,pe,O,se)}else t.texImage2D(i.TEXTURE_2D,0,re,pe,O,se);E(w)&&w.mipmapsAutoUpdate===!0&&y(he),_e.__version=ye.version,w.onUpdate&&w.onUpdate(w)}R.__version=w.version}function hn(R,w,q){if(w.image.length!==6)return;let he=ht(R,w),oe=w.source;t.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+q);let ye=n.get(oe);if(oe.version!==ye.__version||he===!0){t.activeTexture(i.TEXTURE0+q);let _e=_t.getPrimaries(_t.workingColorSpace),ne=w.colorSpace===Os?null:_t.getPrimaries(w.colorSpace),se=w.colorSpace===Os||_e===ne?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,w.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,w.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,w.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,se);let pe=w.isCompressedTexture||w.image[0].isCompressedTexture,O=w.image[0]&&w.image[0].isDataTexture,re=[];for(let Ce=0;Ce<6;Ce++)!pe&&!O?re[Ce]=_(w.image[Ce],!0,s.maxCubemapSize):re[Ce]=O?w.image[Ce].image:w.image[Ce],re[Ce]=Ve(w,re[Ce]);let ie=re[0],we=r.convert(w.format,w.colorSpace),ge=r.convert(w.type),be=M(w.internalFormat,we,ge,w.normalized,w.colorSpace),He=w.isVideoTexture!==!0,je=ye.__version===void 0||he===!0,ce=oe.dataReady,Be=S(w,ie);pt(i.TEXTURE_CUBE_MAP,w);let Je;if(w.isDepthTexture){if(be=v(w.format===Fs,w.type),je)if(He)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,be,ie.width,ie.height);else for(let Ce=0;Ce<6;Ce++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,ie.width,ie.height,0,we,ge,null)}else if(pe){He&&je&&t.texStorage2D(i.TEXTURE_CUBE_MAP,Be,be,ie.width,ie.height);for(let Ce=0;Ce<6;Ce++){Je=re[Ce].mipmaps;for(let lt=0;lt<Je.length;lt++){let Wt=Je[lt];w.format!==$i?we!==null?He?ce&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt,0,0,Wt.width,Wt.height,we,Wt.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt,be,Wt.width,Wt.height,0,Wt.data):$e("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):He?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt,0,0,Wt.width,Wt.height,we,ge,Wt.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt,be,Wt.width,Wt.height,0,we,ge,Wt.data)}}}else{if(Je=w.mipmaps,He&&je){Je.length>0&&Be++;let Ce=Ye(re[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,Be,be,Ce.width,Ce.height)}for(let Ce=0;Ce<6;Ce++)if(O){He?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,re[Ce].width,re[Ce].height,we,ge,re[Ce].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,re[Ce].width,re[Ce].height,0,we,ge,re[Ce].data);for(let lt=0;lt<Je.length;lt++){let Kn=Je[lt].image[Ce].image;He?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt+1,0,0,Kn.width,Kn.height,we,ge,Kn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt+1,be,Kn.width,Kn.height,0,we,ge,Kn.data)}}else{He?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,we,ge,re[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,we,ge,re[Ce]);for(let lt=0;lt<Je.length;lt++){let Wt=Je[lt];He?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt+1,0,0,we,ge,Wt.image[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt+1,be,we,ge,Wt.image[Ce])}}}E(w)&&w.mipmapsAutoUpdate===!0&&y(i.TEXTURE_CUBE_MAP),ye.__version=oe.version,w.onUpdate&&w.onUpdate(w)}R.__version=w.version}function Ot(R,w,q,he,oe,ye){let _e=r.convert(q.format,q.colorSpace),ne=r.convert(q.type),se=M(q.internalFormat,_e,ne,q.normalized,q.colorSpace),pe=n.get(w),O=n.get(q);if(O.__renderTarget=w,!pe.__hasExternalTextures){let re=Math.max(1,w.width>>ye),ie=Math.max(1,w.height>>ye);oe===i.TEXTURE_3D||oe===i.TEXTURE_2D_ARRAY?t.texImage3D(oe,ye,se,re,ie,w.depth,0,_e,ne,null):t.texImage2D(oe,ye,se,re,ie,0,_e,ne,null)}t.bindFramebuffer(i.FRAMEBUFFER,R),Me(w)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,he,oe,O.__webglTexture,0,at(w)):(oe===i.TEXTURE_2D||oe>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,he,oe,O.__webglTexture,ye),t.bindFramebuffer(i.FRAMEBUFFER,null)}function An(R,w,q){if(i.bindRenderbuffer(i.RENDERBUFFER,R),w.depthBuffer){let he=w.depthTexture,oe=he&&he.isDepthTexture?he.type:null,ye=v(w.stencilBuffer,oe),_e=w.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Me(w)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,at(w),ye,w.width,w.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,at(w),ye,w.width,w.height):i.renderbufferStorage(i.RENDERBUFFER,ye,w.width,w.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,_e,i.RENDERBUFFER,R)}else{let he=w.textures;for(let oe=0;oe<he.length;oe++){let ye=he[oe],_e=r.convert(ye.format,ye.colorSpace),ne=r.convert(ye.type),se=M(ye.internalFormat,_e,ne,ye.normalized,ye.colorSpace);Me(w)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,at(w),se,w.width,w.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,at(w),se,w.width,w.height):i.renderbufferStorage(i.RENDERBUFFER,se,w.width,w.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function St(R,w,q){let he=w.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,R),!(w.depthTexture&&w.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=n.get(w.depthTexture);oe.__renderTarget=w;let ye=he?w.depthTexture.image[0]:w.depthTexture.image;(!oe.__webglTexture||ye.width!==w.width||ye.height!==w.height)&&(ye.width=w.width,ye.height=w.height,w.depthTexture.needsUpdate=!0),he?Se(w.depthTexture,0):me(w.depthTexture,0);let _e=oe.__webglTexture,ne=at(w),se=he?i.TEXTURE_CUBE_MAP_POSITIVE_X+q:i.TEXTURE_2D,pe=w.depthTexture.format===Fs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(w.depthTexture.format===Ds)Me(w)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,se,_e,0,ne):i.framebufferTexture2D(i.FRAMEBUFFER,pe,se,_e,0);else if(w.depthTexture.format===Fs)Me(w)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,se,_e,0,ne):i.framebufferTexture2D(i.FRAMEBUFFER,pe,se,_e,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function xn(R){let w=n.get(R),q=R.isWebGLCubeRenderTarget===!0;if(w.__boundDepthTexture!==R.depthTexture){let he=R.depthTexture;if(w.__depthDisposeCallback&&w.__depthDisposeCallback(),he){let oe=()=>{delete w.__boundDepthTexture,delete w.__depthDisposeCallback,he.removeEventListener("dispose",oe)};he.addEventListener("dispose",oe),w.__depthDisposeCallback=oe}w.__boundDepthTexture=he}if(R.depthTexture&&!w.__autoAllocateDepthBuffer)if(q)for(let he=0;he<6;he++)St(w.__webglFramebuffer[he],R,he);else R.texture.mipmaps.length>0?St(w.__webglFramebuffer[0],R,0):St(w.__webglFramebuffer,R,0);else if(q){w.__webglDepthbuffer=[];for(let he=0;he<6;he++)if(t.bindFramebuffer(i.FRAMEBUFFER,w.__webglFramebuffer[he]),w.__webglDepthbuffer[he]===void 0)w.__webglDepthbuffer[he]=i.createRenderbuffer(),An(w.__webglDepthbuffer[he],R,!1);else{let oe=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ye=w.__webglDepthbuffer[he];i.bindRenderbuffer(i.RENDERBUFFER,ye),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,ye)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,w.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,w.__webglFramebuffer),w.__webglDepthbuffer===void 0)w.__webglDepthbuffer=i.createRenderbuffer(),An(w.__webglDepthbuffer,R,!1);else{let oe=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ye=w.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,ye),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,ye)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function en(R,w,q){let he=n.get(R);w!==void 0&&Ot(he.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),q!==void 0&&xn(R)}function un(R){let w=R.texture,q=n.get(R),he=n.get(w);R.addEventListener("dispose",k),F(R);let oe=R.textures,ye=R.isWebGLCubeRenderTarget===!0,_e=oe.length>1;if(_e||(he.__webglTexture===void 0&&(he.__webglTexture=i.createTexture()),he.__version=w.version,o.memory.textures++),ye){q.__webglFramebuffer=[];for(let ne=0;ne<6;ne++)if(w.mipmaps.length>0){q.__webglFramebuffer[ne]=[];for(let se=0;se<w.mipmaps.length;se++)q.__webglFramebuffer[ne][se]=i.createFramebuffer()}else q.__webglFramebuffer[ne]=i.createFramebuffer()}else{if(w.mipmaps.length>0){q.__webglFramebuffer=[];for(let ne=0;ne<w.mipmaps.length;ne++)q.__webglFramebuffer[ne]=i.createFramebuffer()}else q.__webglFramebuffer=i.createFramebuffer();if(_e)for(let ne=0,se=oe.length;ne<se;ne++){let pe=n.get(oe[ne]);pe.__webglTexture===void 0&&(pe.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&Me(R)===!1){q.__webglMultisampledFramebuffer=i.createFramebuffer(),q.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let ne=0;ne<oe.length;ne++){let se=oe[ne];q.__webglColorRenderbuffer[ne]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,q.__webglColorRenderbuffer[ne]);let pe=r.convert(se.format,se.colorSpace),O=r.convert(se.type),re=M(se.internalFormat,pe,O,se.normalized,se.colorSpace,R.isXRRenderTarget===!0),ie=at(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,ie,re,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+ne,i.RENDERBUFFER,q.__webglColorRenderbuffer[ne])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(q.__webglDepthRenderbuffer=i.createRenderbuffer(),An(q.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(ye){t.bindTexture(i.TEXTURE_CUBE_MAP,he.__webglTexture),pt(i.TEXTURE_CUBE_MAP,w);for(let ne=0;ne<6;ne++)if(w.mipmaps.length>0)for(let se=0;se<w.mipmaps.length;se++)Ot(q.__webglFramebuffer[ne][se],R,w,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ne,se);else Ot(q.__webglFramebuffer[ne],R,w,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ne,0);E(w)?y(i.TEXTURE_CUBE_MAP):w.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,w.mipmaps.length-1),t.unbindTexture()}else if(_e){for(let ne=0,se=oe.length;ne<se;ne++){let pe=oe[ne],O=n.get(pe),re=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(re=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(re,O.__webglTexture),pt(re,pe),Ot(q.__webglFramebuffer,R,pe,i.COLOR_ATTACHMENT0+ne,re,0),E(pe)&&y(re)}t.unbindTexture()}else{let ne=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(ne=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(ne,he.__webglTexture),pt(ne,w),w.mipmaps.length>0)for(let se=0;se<w.mipmaps.length;se++)Ot(q.__webglFramebuffer[se],R,w,i.COLOR_ATTACHMENT0,ne,se);else Ot(q.__webglFramebuffer,R,w,i.COLOR_ATTACHMENT0,ne,0);E(w)?y(ne):w.mipmaps.length>0&&i.texParameteri(ne,i.TEXTURE_MAX_LEVEL,w.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&xn(R)}function B(R){let w=R.textures;for(let q=0,he=w.length;q<he;q++){let oe=w[q];if(E(oe)&&oe.mipmapsAutoUpdate===!0){let ye=C(R),_e=n.get(oe).__webglTexture;t.bindTexture(ye,_e),y(ye),t.unbindTexture()}}}let Re=[];function Ze(R){if(R.samples>0){if(Me(R)===!1){let w=R.textures,q=R.width,he=R.height,oe=i.COLOR_BUFFER_BIT,ye=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_e=n.get(R),ne=w.length>1;if(ne)for(let pe=0;pe<w.length;pe++)t.bindFramebuffer(i.FRAMEBUFFER,_e.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,_e.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,_e.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,_e.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,_e.__webglFramebuffer);for(let pe=0;pe<w.length;pe++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(oe|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(oe|=i.STENCIL_BUFFER_BIT)),ne){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,_e.__webglColorRenderbuffer[pe]);let O=n.get(w[pe]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,O,0)}i.blitFramebuffer(0,0,q,he,0,0,q,he,oe,i.NEAREST),l===!0&&(Re.length=0,Re.push(i.COLOR_ATTACHMENT0+pe),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Re.push(ye),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Re))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),ne)for(let pe=0;pe<w.length;pe++){t.bindFramebuffer(i.FRAMEBUFFER,_e.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,_e.__webglColorRenderbuffer[pe]);let O=n.get(w[pe]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,_e.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,O,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,_e.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let w=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[w])}}}function at(R){return Math.min(s.maxSamples,R.samples)}function Me(R){let w=n.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&w.__useRenderToTexture!==!1}function kt(R){let w=o.render.frame;h.get(R)!==w&&(h.set(R,w),R.update())}function Ve(R,w){let q=R.colorSpace,he=R.format,oe=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||q!==Fa&&q!==Os&&(_t.getTransfer(q)===It?(he!==$i||oe!==li)&&$e("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qe("WebGLTextures: Unsupported texture color space:",q)),w}function Ye(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ue,this.resetTextureUnits=J,this.getTextureUnits=te,this.setTextureUnits=de,this.setTexture2D=me,this.setTexture2DArray=xe,this.setTexture3D=Ae,this.setTextureCube=Se,this.rebindTextures=en,this.setupRenderTarget=un,this.updateRenderTargetMipmap=B,this.updateMultisampleRenderTarget=Ze,this.setupDepthRenderbuffer=xn,this.setupFrameBufferTexture=Ot,this.useMultisampledRTT=Me,this.dispose=W}function X1(i,e){function t(n,s=Os){let r,o=_t.getTransfer(s);if(n===li)return i.UNSIGNED_BYTE;if(n===dh)return i.UNSIGNED_SHORT_4_4_4_4;if(n===fh)return i.UNSIGNED_SHORT_5_5_5_1;if(n===df)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===ff)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===hf)return i.BYTE;if(n===uf)return i.SHORT;if(n===Wo)return i.UNSIGNED_SHORT;if(n===uh)return i.INT;if(n===qi)return i.UNSIGNED_INT;if(n===Ni)return i.FLOAT;if(n===Yi)return i.HALF_FLOAT;if(n===pf)return i.ALPHA;if(n===mf)return i.RGB;if(n===$i)return i.RGBA;if(n===Ds)return i.DEPTH_COMPONENT;if(n===Fs)return i.DEPTH_STENCIL;if(n===ph)return i.RED;if(n===mh)return i.RED_INTEGER;if(n===hr)return i.RG;if(n===gh)return i.RG_INTEGER;if(n===yh)return i.RGBA_INTEGER;if(n===ml||n===gl||n===yl||n===xl)if(o===It)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===ml)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===gl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===yl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===xl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===ml)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===gl)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===yl)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===xl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===xh||n===_h||n===vh||n===bh)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===xh)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===_h)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===vh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===bh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Sh||n===Mh||n===wh||n===Eh||n===Th||n===_l||n===Ah)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Sh||n===Mh)return o===It?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===wh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Eh)return r.COMPRESSED_R11_EAC;if(n===Th)return r.COMPRESSED_SIGNED_R11_EAC;if(n===_l)return r.COMPRESSED_RG11_EAC;if(n===Ah)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Ch||n===Ph||n===Rh||n===Ih||n===Lh||n===Dh||n===Nh||n===Uh||n===Fh||n===Oh||n===Bh||n===kh||n===zh||n===Vh)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Ch)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Ph)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Rh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Ih)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Lh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Dh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Nh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Uh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Fh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Oh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Bh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===kh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===zh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Vh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Gh||n===Hh||n===Wh)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===Gh)return o===It?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Hh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Wh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Xh||n===qh||n===vl||n===Yh)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Xh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===qh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===vl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Yh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Nr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var q1=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,Y1=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Bf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new Za(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new Di({vertexShader:q1,fragmentShader:Y1,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new ct(new Li(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},kf=class extends Wi{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,x=typeof XRWebGLBinding<"u",m=new Bf,g={},_=t.getContextAttributes(),E=null,y=null,C=[],M=[],v=new Pe,S=null,F=null,L=new Yn;L.viewport=new Lt;let D=new Yn;D.viewport=new Lt;let k=[L,D],G=new oh,N=null,W=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(ee){let me=C[ee];return me===void 0&&(me=new Do,C[ee]=me),me.getTargetRaySpace()},this.getControllerGrip=function(ee){let me=C[ee];return me===void 0&&(me=new Do,C[ee]=me),me.getGripSpace()},this.getHand=function(ee){let me=C[ee];return me===void 0&&(me=new Do,C[ee]=me),me.getHandSpace()};function Y(ee){let me=M.indexOf(ee.inputSource);if(me===-1)return;let xe=C[me];xe!==void 0&&(xe.update(ee.inputSource,ee.frame,c||o),xe.dispatchEvent({type:ee.type,data:ee.inputSource}))}function H(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",H),s.removeEventListener("inputsourceschange",le);for(let ee=0;ee<C.length;ee++){let me=M[ee];me!==null&&(M[ee]=null,C[ee].disconnect(me))}N=null,W=null,m.reset();for(let ee in g)delete g[ee];if(e.setRenderTarget(E),f=null,d=null,u=null,s=null,y=null,ue.stop(),n.isPresenting=!1,e.setPixelRatio(S),e.setSize(v.width,v.height,!1),F!==null){let ee=F.camera;ee.fov=F.fov,ee.zoom=F.zoom,ee.updateProjectionMatrix(),F=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(ee){r=ee,n.isPresenting===!0&&$e("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(ee){a=ee,n.isPresenting===!0&&$e("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(ee){c=ee},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&x&&(u=new XRWebGLBinding(s,t)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(ee){if(s=ee,s!==null){if(E=e.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",H),s.addEventListener("inputsourceschange",le),_.xrCompatible!==!0&&await t.makeXRCompatible(),S=e.getPixelRatio(),e.getSize(v),x&&"createProjectionLayer"in XRWebGLBinding.prototype){let xe=null,Ae=null,Se=null;_.depth&&(Se=_.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,xe=_.stencil?Fs:Ds,Ae=_.stencil?Nr:qi);let We={colorFormat:t.RGBA8,depthFormat:Se,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(We),s.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),y=new xi(d.textureWidth,d.textureHeight,{format:$i,type:li,depthTexture:new Ns(d.textureWidth,d.textureHeight,Ae,void 0,void 0,void 0,void 0,void 0,void 0,xe),stencilBuffer:_.stencil,colorSpace:e.outputColorSpace,samples:_.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let xe={antialias:_.antialias,alpha:!0,depth:_.depth,stencil:_.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,xe),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),y=new xi(f.framebufferWidth,f.framebufferHeight,{format:$i,type:li,colorSpace:e.outputColorSpace,stencilBuffer:_.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}y.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ue.setContext(s),ue.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function le(ee){for(let me=0;me<ee.removed.length;me++){let xe=ee.removed[me],Ae=M.indexOf(xe);Ae>=0&&(M[Ae]=null,C[Ae].disconnect(xe))}for(let me=0;me<ee.added.length;me++){let xe=ee.added[me],Ae=M.indexOf(xe);if(Ae===-1){for(let We=0;We<C.length;We++)if(We>=M.length){M.push(xe),Ae=We;break}else if(M[We]===null){M[We]=xe,Ae=We;break}if(Ae===-1)break}let Se=C[Ae];Se&&Se.connect(xe)}}function Z(ee,me){me===null?ee.matrixWorld.copy(ee.matrix):ee.matrixWorld.multiplyMatrices(me.matrixWorld,ee.matrix),ee.matrixWorldInverse.copy(ee.matrixWorld).invert()}this.updateCamera=function(ee){if(s===null)return;let me=ee.near,xe=ee.far;m.texture!==null&&(m.depthNear>0&&(me=m.depthNear),m.depthFar>0&&(xe=m.depthFar)),G.near=D.near=L.near=me,G.far=D.far=L.far=xe,(N!==G.near||W!==G.far)&&(s.updateRenderState({depthNear:G.near,depthFar:G.far}),N=G.near,W=G.far),G.layers.mask=ee.layers.mask|6,L.layers.mask=G.layers.mask&-5,D.layers.mask=G.layers.mask&-3;let Ae=ee.parent,Se=G.cameras;Z(G,Ae);for(let We=0;We<Se.length;We++)Z(Se[We],Ae);G.projectionMatrix.copy(L.projectionMatrix),G.projectionMatrixInverse.copy(L.projectionMatrixInverse),F===null&&ee.isPerspectiveCamera&&(F={camera:ee,fov:ee.fov,zoom:ee.zoom}),J(ee,G,Ae)};function J(ee,me,xe){xe===null?ee.matrix.copy(me.matrixWorld):(ee.matrix.copy(xe.matrixWorld),ee.matrix.invert(),ee.matrix.multiply(me.matrixWorld)),ee.matrix.decompose(ee.position,ee.quaternion,ee.scale),ee.updateMatrixWorld(!0),ee.projectionMatrix.copy(me.projectionMatrix),ee.projectionMatrixInverse.copy(me.projectionMatrixInverse),ee.isPerspectiveCamera&&(ee.fov=Ro*2*Math.atan(1/ee.projectionMatrix.elements[5]),ee.zoom=1)}this.getCamera=function(){return G},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(ee){l=ee,d!==null&&(d.fixedFoveation=ee),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=ee)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(G)},this.getCameraTexture=function(ee){return g[ee]};let te=null;function de(ee,me){if(h=me.getViewerPose(c||o),p=me,h!==null){let xe=h.views;f!==null&&(e.setRenderTargetFramebuffer(y,f.framebuffer),e.setRenderTarget(y));let Ae=!1;xe.length!==G.cameras.length&&(G.cameras.length=0,Ae=!0);for(let Ge=0;Ge<xe.length;Ge++){let pt=xe[Ge],ht=null;if(f!==null)ht=f.getViewport(pt);else{let jt=u.getViewSubImage(d,pt);ht=jt.viewport,Ge===0&&(e.setRenderTargetTextures(y,jt.colorTexture,jt.depthStencilTexture),e.setRenderTarget(y))}let it=k[Ge];it===void 0&&(it=new Yn,it.layers.enable(Ge),it.viewport=new Lt,k[Ge]=it),it.matrix.fromArray(pt.transform.matrix),it.matrix.decompose(it.position,it.quaternion,it.scale),it.projectionMatrix.fromArray(pt.projectionMatrix),it.projectionMatrixInverse.copy(it.projectionMatrix).invert(),it.viewport.set(ht.x,ht.y,ht.width,ht.height),Ge===0&&(G.matrix.copy(it.matrix),G.matrix.decompose(G.position,G.quaternion,G.scale)),Ae===!0&&G.cameras.push(it)}let Se=s.enabledFeatures;if(Se&&Se.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&x){u=n.getBinding();let Ge=u.getDepthInformation(xe[0]);Ge&&Ge.isValid&&Ge.texture&&m.init(Ge,s.renderState)}if(Se&&Se.includes("camera-access")&&x){e.state.unbindTexture(),u=n.getBinding();for(let Ge=0;Ge<xe.length;Ge++){let pt=xe[Ge].camera;if(pt){let ht=g[pt];ht||(ht=new Za,g[pt]=ht);let it=u.getCameraImage(pt);ht.sourceTexture=it}}}}for(let xe=0;xe<C.length;xe++){let Ae=M[xe],Se=C[xe];Ae!==null&&Se!==void 0&&Se.update(Ae,me,c||o)}te&&te(ee,me),me.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:me}),p=null}let ue=new p0;ue.setAnimationLoop(de),this.setAnimationLoop=function(ee){te=ee},this.dispose=function(){}}},$1=new bt,w0=new nt;w0.set(-1,0,0,0,1,0,0,0,1);function Z1(i,e){function t(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,Tf(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,_,E,y){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,y)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),x(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,_,E):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,t(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===kn&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,t(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===kn&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,t(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,t(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,t(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let _=e.get(g),E=_.envMap,y=_.envMapRotation;E&&(m.envMap.value=E,m.envMapRotation.value.setFromMatrix4($1.makeRotationFromEuler(y)).transpose(),E.isCubeTexture&&E.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(w0),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,t(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,t(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,_,E){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*_,m.scale.value=E*.5,g.map&&(m.map.value=g.map,t(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,t(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,t(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,_){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,t(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,t(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,t(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,t(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,t(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,t(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===kn&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,t(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,t(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=_.texture,m.transmissionSamplerSize.value.set(_.width,_.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,t(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,t(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,t(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,t(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,t(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function x(m,g){let _=e.get(g).light;m.referencePosition.value.setFromMatrixPosition(_.matrixWorld),m.nearDistance.value=_.shadow.camera.near,m.farDistance.value=_.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function K1(i,e,t,n){let s={},r={};function o(_,E){let y=E.program;n.uniformBlockBinding(_,y,s[_.id])}function a(_,E){let y=s[_.id];y===void 0&&(p(_),y=l(_),s[_.id]=y,_.addEventListener("dispose",m));let C=E.program;n.updateUBOMapping(_,C);let M=e.render.frame;r[_.id]!==M&&(c(_),r[_.id]=M)}function l(_){let E=i.createBuffer(),y=_.__size,C=_.usage;return i.bindBuffer(i.UNIFORM_BUFFER,E),i.bufferData(i.UNIFORM_BUFFER,y,C),i.bindBuffer(i.UNIFORM_BUFFER,null),E}function c(_){let E=s[_.id],y=_.uniforms,C=_.__cache;i.bindBuffer(i.UNIFORM_BUFFER,E);for(let M=0,v=y.length;M<v;M++){let S=y[M];if(Array.isArray(S))for(let F=0,L=S.length;F<L;F++)h(S[F],M,F,C);else h(S,M,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(_,E,y,C){if(d(_,E,y,C)===!0){let M=_.__offset,v=_.value;if(Array.isArray(v)){let S=0;for(let F=0;F<v.length;F++){let L=v[F],D=x(L,!0);u(L,_.__data,S),S+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else u(v,_.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,M,_.__data)}}function u(_,E,y){typeof _=="number"||typeof _=="boolean"?E[y]=_:_.isMatrix3?(E[y]=_.elements[0],E[y+1]=_.elements[1],E[y+2]=_.elements[2],E[y+3]=0,E[y+4]=_.elements[3],E[y+5]=_.elements[4],E[y+6]=_.elements[5],E[y+7]=0,E[y+8]=_.elements[6],E[y+9]=_.elements[7],E[y+10]=_.elements[8],E[y+11]=0):ArrayBuffer.isView(_)?E.set(_.subarray(0,E.length-y),y):_.toArray(E,y)}function d(_,E,y,C){let M=_.value,v=E+"_"+y;if(Array.isArray(M)){C[v]===void 0&&(C[v]=[]);let S=C[v],F=!1;for(let L=0;L<M.length;L++)f(M[L],S,L)===!0&&(F=!0);return F}return f(M,C,v)}function f(_,E,y){if(E[y]===void 0)return typeof _=="number"||typeof _=="boolean"?E[y]=_:ArrayBuffer.isView(_)?E[y]=_.slice():E[y]=_.clone(),!0;{let C=E[y];if(typeof _=="number"||typeof _=="boolean"){if(C!==_)return E[y]=_,!0}else{if(ArrayBuffer.isView(_))return!0;if(C.equals(_)===!1)return C.copy(_),!0}}return!1}function p(_){let E=_.uniforms,y=0,C=16;for(let v=0,S=E.length;v<S;v++){let F=Array.isArray(E[v])?E[v]:[E[v]];for(let L=0,D=F.length;L<D;L++){let k=F[L],G=Array.isArray(k.value)?k.value:[k.value],N=Array.isArray(E[v])||Array.isArray(k.value),W=y;for(let H=0,le=G.length;H<le;H++){let Z=G[H],J=x(Z,N),te=y%C,de=te%J.boundary,ue=te+de;y+=de,ue!==0&&C-ue<J.storage&&(y+=C-ue),H===0&&(W=y),y+=J.storage}let Y=k.type==="int"?Int32Array:k.type==="uint"?Uint32Array:Float32Array;k.__data=new Y((y-W)/Float32Array.BYTES_PER_ELEMENT),k.__offset=W}}let M=y%C;return M>0&&(y+=C-M),_.__size=y,_.__cache={},this}function x(_,E){let y={boundary:0,storage:0};return typeof _=="number"||typeof _=="boolean"?(y.boundary=4,y.storage=4):_.isVector2?(y.boundary=8,y.storage=8):_.isVector3||_.isColor?(y.boundary=16,y.storage=12):_.isVector4?(y.boundary=16,y.storage=16):_.isMatrix3?(y.boundary=16,y.storage=48):_.isMatrix4?(y.boundary=16,y.storage=64):_.isTexture?$e("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(_)?(y.boundary=16,y.storage=_.byteLength):$e("WebGLRenderer: Unsupported uniform value type.",_),E===!0&&(y.boundary=16,y.storage=Math.ceil(y.storage/16)*16),y}function m(_){let E=_.target;E.removeEventListener("dispose",m),i.deleteBuffer(s[E.id]),delete s[E.id],delete r[E.id]}function g(){for(let _ in s)i.deleteBuffer(s[_]);s={},r={}}return{bind:o,update:a,dispose:g}}var j1=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),fs=null;function J1(){return fs===null&&(fs=new Xa(j1,16,16,hr,Yi),fs.name="DFG_LUT",fs.minFilter=ii,fs.magFilter=ii,fs.wrapS=hs,fs.wrapT=hs,fs.generateMipmaps=!1,fs.needsUpdate=!0),fs}var jh=class{constructor(e={}){let{canvas:t=zg(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=li}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let x=f,m=new Set([yh,gh,mh]),g=new Set([li,qi,Wo,Nr,dh,fh]),_=new Uint32Array(4),E=new Int32Array(4),y={textures:[],min:[],max:[],resolution:[]},C=null,M=null,v=[],S=[],F=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ds,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,D=!1,k=null,G=null,N=null,W=null;this._outputColorSpace=yi;let Y=0,H=0,le=null,Z=-1,J=null,te=new Lt,de=new Lt,ue=null,ee=new qe(0),me=0,xe=t.width,Ae=t.height,Se=1,We=null,ot=null,Ge=new Lt(0,0,xe,Ae),pt=new Lt(0,0,xe,Ae),ht=!1,it=new er,jt=new Fc,Gt=!1,hn=!1,Ot=new bt,An=new P,St=new Lt,xn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},en=!1;function un(){return le===null?Se:1}let B=n;function Re(A,z){return t.getContext(A,z)}let Ze,at,Me,kt,Ve,Ye,R,w,q,he,oe,ye,_e,ne,se,pe,O,re,ie,we,ge,be,He;try{let A={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Be,!1),t.addEventListener("webglcontextrestored",Je,!1),t.addEventListener("webglcontextcreationerror",Ce,!1),B===null){let z="webgl2";if(B=Re(z,A),B===null)throw Re(z)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}je()}catch(A){throw t.removeEventListener("webglcontextlost",Be,!1),t.removeEventListener("webglcontextrestored",Je,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),Qe("WebGLRenderer: "+A.message),A}function je(){Ze=new cw(B),Ze.init(),ge=new X1(B,Ze),at=new JM(B,Ze,e,ge),Me=new H1(B,Ze),at.reversedDepthBuffer&&d&&Me.buffers.depth.setReversed(!0),G=B.createFramebuffer(),N=B.createFramebuffer(),W=B.createFramebuffer(),kt=new dw(B),Ve=new P1,Ye=new W1(B,Ze,Me,Ve,at,ge,kt),R=new lw(L),w=new pb(B),be=new KM(B,w),q=new hw(B,w,kt,be),he=new pw(B,q,w,be,kt),re=new fw(B,at,Ye),se=new QM(Ve),oe=new C1(L,R,Ze,at,be,se),ye=new Z1(L,Ve),_e=new I1,ne=new O1(Ze),O=new ZM(L,R,Me,he,p,l),pe=new G1(L,he,at),He=new K1(B,kt,at,Me),ie=new jM(B,Ze,kt),we=new uw(B,Ze,kt),kt.programs=oe.programs,L.capabilities=at,L.extensions=Ze,L.properties=Ve,L.renderLists=_e,L.shadowMap=pe,L.state=Me,L.info=kt}x!==li&&(F=new gw(x,t.width,t.height,a,s,r));let ce=new kf(L,B);this.xr=ce,this.getContext=function(){return B},this.getContextAttributes=function(){return B.getContextAttributes()},this.forceContextLoss=function(){let A=Ze.get("WEBGL_lose_context");A&&A.loseContext()},this.forceContextRestore=function(){let A=Ze.get("WEBGL_lose_context");A&&A.restoreContext()},this.getPixelRatio=function(){return Se},this.setPixelRatio=function(A){A!==void 0&&(Se=A,this.setSize(xe,Ae,!1))},this.getSize=function(A){return A.set(xe,Ae)},this.setSize=function(A,z,Q=!0){if(ce.isPresenting){$e("WebGLRenderer: Can't change size while VR device is presenting.");return}xe=A,Ae=z,t.width=Math.floor(A*Se),t.height=Math.floor(z*Se),Q===!0&&(t.style.width=A+"px",t.style.height=z+"px"),F!==null&&F.setSize(t.width,t.height),this.setViewport(0,0,A,z)},this.getDrawingBufferSize=function(A){return A.set(xe*Se,Ae*Se).floor()},this.setDrawingBufferSize=function(A,z,Q){xe=A,Ae=z,Se=Q,t.width=Math.floor(A*Q),t.height=Math.floor(z*Q),this.setViewport(0,0,A,z)},this.setEffects=function(A){if(x===li){Qe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(A){for(let z=0;z<A.length;z++)if(A[z].isOutputPass===!0){$e("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}F.setEffects(A||[])},this.getCurrentViewport=function(A){return A.copy(te)},this.getViewport=function(A){return A.copy(Ge)},this.setViewport=function(A,z,Q,$){A.isVector4?Ge.set(A.x,A.y,A.z,A.w):Ge.set(A,z,Q,$),Me.viewport(te.copy(Ge).multiplyScalar(un()).round())},this.getScissor=function(A){return A.copy(pt)},this.setScissor=function(A,z,Q,$){A.isVector4?pt.set(A.x,A.y,A.z,A.w):pt.set(A,z,Q,$),Me.scissor(de.copy(pt).multiplyScalar(un()).round())},this.getScissorTest=function(){return ht},this.setScissorTest=function(A){Me.setScissorTest(ht=A)},this.setOpaqueSort=function(A){We=A},this.setTransparentSort=function(A){ot=A},this.getClearColor=function(A){return A.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(A=!0,z=!0,Q=!0){let $=0;if(A){let K=!1;if(le!==null){let Ee=le.texture.format;K=m.has(Ee)}if(K){let Ee=le.texture.type,Le=g.has(Ee),Te=O.getClearColor(),De=O.getClearAlpha(),ze=Te.r,et=Te.g,mt=Te.b;Le?(_[0]=ze,_[1]=et,_[2]=mt,_[3]=De,B.clearBufferuiv(B.COLOR,0,_)):(E[0]=ze,E[1]=et,E[2]=mt,E[3]=De,B.clearBufferiv(B.COLOR,0,E))}else $|=B.COLOR_BUFFER_BIT}z&&($|=B.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),Q&&($|=B.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),$!==0&&B.clear($)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(A){A.setRenderer(this),k=A},this.dispose=function(){t.removeEventListener("webglcontextlost",Be,!1),t.removeEventListener("webglcontextrestored",Je,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),O.dispose(),_e.dispose(),ne.dispose(),Ye.dispose(),Ve.dispose(),R.dispose(),he.dispose(),q.dispose(),be.dispose(),He.dispose(),oe.dispose(),ce.dispose(),ce.removeEventListener("sessionstart",Xl),ce.removeEventListener("sessionend",ns),bs.stop()};function Be(A){A.preventDefault(),ka("WebGLRenderer: Context Lost."),D=!0}function Je(){ka("WebGLRenderer: Context Restored."),D=!1;let A=kt.autoReset,z=pe.enabled,Q=pe.autoUpdate,$=pe.needsUpdate,K=pe.type;je(),kt.autoReset=A,pe.enabled=z,pe.autoUpdate=Q,pe.needsUpdate=$,pe.type=K}function Ce(A){Qe("WebGLRenderer: A WebGL context could not be created. Reason: ",A.statusMessage)}function lt(A){let z=A.target;z.removeEventListener("dispose",lt),Wt(z)}function Wt(A){Kn(A),Ve.remove(A)}function Kn(A){let z=Ve.get(A).programs;z!==void 0&&(z.forEach(function(Q){oe.releaseProgram(Q)}),A.isShaderMaterial&&oe.releaseShaderCache(A))}this.renderBufferDirect=function(A,z,Q,$,K,Ee){z===null&&(z=xn);let Le=K.isMesh&&K.matrixWorld.determinantAffine()<0,Te=_a(A,z,Q,$,K);Me.setMaterial($,Le);let De=Q.index,ze=1;if($.wireframe===!0){if(De=q.getWireframeAttribute(Q),De===void 0)return;ze=2}let et=Q.drawRange,mt=Q.attributes.position,ke=et.start*ze,gt=(et.start+et.count)*ze;Ee!==null&&(ke=Math.max(ke,Ee.start*ze),gt=Math.min(gt,(Ee.start+Ee.count)*ze)),De!==null?(ke=Math.max(ke,0),gt=Math.min(gt,De.count)):mt!=null&&(ke=Math.max(ke,0),gt=Math.min(gt,mt.count));let Qt=gt-ke;if(Qt<0||Qt===1/0)return;be.setup(K,$,Te,Q,De);let Nt,Ut=ie;if(De!==null&&(Nt=w.get(De),Ut=we,Ut.setIndex(Nt)),K.isMesh)$.wireframe===!0?(Me.setLineWidth($.wireframeLinewidth*un()),Ut.setMode(B.LINES)):Ut.setMode(B.TRIANGLES);else if(K.isLine){let _n=$.linewidth;_n===void 0&&(_n=1),Me.setLineWidth(_n*un()),K.isLineSegments?Ut.setMode(B.LINES):K.isLineLoop?Ut.setMode(B.LINE_LOOP):Ut.setMode(B.LINE_STRIP)}else K.isPoints?Ut.setMode(B.POINTS):K.isSprite&&Ut.setMode(B.TRIANGLES);if(K.isBatchedMesh)if(Ze.get("WEBGL_multi_draw"))Ut.renderMultiDraw(K._multiDrawStarts,K._multiDrawCounts,K._multiDrawCount);else{let _n=K._multiDrawStarts,Fe=K._multiDrawCounts,dn=K._multiDrawCount,xt=De?w.get(De).bytesPerElement:1,Ms=Ve.get($).currentProgram.getUniforms();for(let fn=0;fn<dn;fn++)Ms.setValue(B,"_gl_DrawID",fn),Ut.render(_n[fn]/xt,Fe[fn])}else if(K.isInstancedMesh)Ut.renderInstances(ke,Qt,K.count);else if(Q.isInstancedBufferGeometry){let _n=Q._maxInstanceCount!==void 0?Q._maxInstanceCount:1/0,Fe=Math.min(Q.instanceCount,_n);Ut.renderInstances(ke,Qt,Fe)}else Ut.render(ke,Qt)};function ga(A,z,Q,$){k!==null&&A.isNodeMaterial&&k.setObject($,A),Gt===!0&&se.setState(A,Q,!1),A.transparent===!0&&A.side===zn&&A.forceSinglePass===!1?(A.side=kn,A.needsUpdate=!0,is(A,z,$),A.side=cr,A.needsUpdate=!0,is(A,z,$),A.side=zn):is(A,z,$)}this.compile=function(A,z,Q=null){Q===null&&(Q=A),k!==null&&k.renderStart(A,z,Q),M=ne.get(Q),M.init(z),S.push(M),Q.traverseVisible(function(K){K.isLight&&K.layers.test(z.layers)&&(M.pushLight(K),K.castShadow&&M.pushShadow(K))}),A!==Q&&A.traverseVisible(function(K){K.isLight&&K.layers.test(z.layers)&&(M.pushLight(K),K.castShadow&&M.pushShadow(K))}),M.setupLights(),k!==null&&k.updateLights(M.state.lightsArray),hn=this.localClippingEnabled,Gt=se.init(this.clippingPlanes,hn),Gt===!0&&se.setGlobalState(this.clippingPlanes,z),k!==null&&pe.render(M.state.shadowsArray,Q,z);let $=new Set;return A.traverse(function(K){if(!(K.isMesh||K.isPoints||K.isLine||K.isSprite))return;let Ee=K.material;if(Ee)if(Array.isArray(Ee))for(let Le=0;Le<Ee.length;Le++){let Te=Ee[Le];ga(Te,Q,z,K),$.add(Te)}else ga(Ee,Q,z,K),$.add(Ee)}),M=S.pop(),k!==null&&k.renderEnd(),$},this.compileAsync=function(A,z,Q=null){let $=this.compile(A,z,Q);return new Promise(K=>{function Ee(){if($.forEach(function(Le){let De=Ve.get(Le).currentProgram;(De===void 0||De.isReady())&&$.delete(Le)}),$.size===0){K(A);return}setTimeout(Ee,10)}Ze.get("KHR_parallel_shader_compile")!==null?Ee():setTimeout(Ee,10)})};let Kr=null;function rd(A){Kr&&Kr(A)}function Xl(){bs.stop()}function ns(){bs.start()}let bs=new p0;bs.setAnimationLoop(rd),typeof self<"u"&&bs.setContext(self),this.setAnimationLoop=function(A){Kr=A,ce.setAnimationLoop(A),A===null?bs.stop():bs.start()},ce.addEventListener("sessionstart",Xl),ce.addEventListener("sessionend",ns),this.render=function(A,z){if(z!==void 0&&z.isCamera!==!0){Qe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;k!==null&&k.renderStart(A,z);let Q=ce.enabled===!0&&ce.isPresenting===!0,$=F!==null&&(le===null||Q)&&F.begin(L,le);if(A.matrixWorldAutoUpdate===!0&&A.updateMatrixWorld(),z.parent===null&&z.matrixWorldAutoUpdate===!0&&z.updateMatrixWorld(),ce.enabled===!0&&ce.isPresenting===!0&&(F===null||F.isCompositing()===!1)&&(ce.cameraAutoUpdate===!0&&ce.updateCamera(z),z=ce.getCamera()),A.isScene===!0&&A.onBeforeRender(L,A,z,le),M=ne.get(A,S.length),M.init(z),M.state.textureUnits=Ye.getTextureUnits(),S.push(M),Ot.multiplyMatrices(z.projectionMatrix,z.matrixWorldInverse),z.isArrayCamera?jt.setFromArrayCamera(z):it.setFromProjectionMatrix(Ot,Ci,z.reversedDepth),hn=this.localClippingEnabled,Gt=se.init(this.clippingPlanes,hn),C=_e.get(A,v.length),C.init(),v.push(C),this.info.render.frame++,ce.enabled===!0&&ce.isPresenting===!0){let Le=L.xr.getDepthSensingMesh();Le!==null&&Ss(Le,z,-1/0,L.sortObjects)}Ss(A,z,0,L.sortObjects),C.finish(),k!==null&&k.updateLights(M.state.lightsArray),L.sortObjects===!0&&C.sort(We,ot),en=ce.enabled===!1||ce.isPresenting===!1||ce.hasDepthSensing()===!1,en&&O.addToRenderList(C,A),this.info.autoReset===!0&&this.info.reset(),Gt===!0&&se.beginShadows();let K=M.state.shadowsArray;if(pe.render(K,A,z),Gt===!0&&se.endShadows(),($&&F.hasRenderPass())===!1){let Le=C.opaque,Te=C.transmissive;if(M.setupLights(),z.isArrayCamera){let De=z.cameras;if(Te.length>0)for(let ze=0,et=De.length;ze<et;ze++){let mt=De[ze];Bi(Le,Te,A,mt)}en&&O.render(A);for(let ze=0,et=De.length;ze<et;ze++){let mt=De[ze];ya(C,A,mt,mt.viewport)}}else Te.length>0&&Bi(Le,Te,A,z),en&&O.render(A),ya(C,A,z)}le!==null&&H===0&&(Ye.updateMultisampleRenderTarget(le),Ye.updateRenderTargetMipmap(le)),$&&F.end(L),A.isScene===!0&&A.onAfterRender(L,A,z),be.resetDefaultState(),Z=-1,J=null,S.pop(),S.length>0?(M=S[S.length-1],Ye.setTextureUnits(M.state.textureUnits),Gt===!0&&se.setGlobalState(L.clippingPlanes,M.state.camera)):M=null,v.pop(),v.length>0?C=v[v.length-1]:C=null,k!==null&&k.renderEnd()};function Ss(A,z,Q,$){if(A.visible===!1)return;if(A.layers.test(z.layers)){if(A.isGroup)Q=A.renderOrder;else if(A.isLOD)A.autoUpdate===!0&&A.update(z);else if(A.isLight)M.pushLight(A),A.castShadow&&M.pushShadow(A);else if(A.isSprite){let Le=z.isArrayCamera?jt:it;if(!A.frustumCulled||A.intersectsFrustum(Le)){$&&St.setFromMatrixPosition(A.matrixWorld).applyMatrix4(Ot);let Te=he.update(A),De=A.material;De.visible&&C.push(A,Te,De,Q,St.z,null,z)}}else if(A.isMesh||A.isLine||A.isPoints){let Le=z.isArrayCamera?jt:it;if(!A.frustumCulled||A.intersectsFrustum(Le)){let Te=he.update(A),De=A.material;if($&&(A.boundingSphere!==void 0?(A.boundingSphere===null&&A.computeBoundingSphere(),St.copy(A.boundingSphere.center)):(Te.boundingSphere===null&&Te.computeBoundingSphere(),St.copy(Te.boundingSphere.center)),St.applyMatrix4(A.matrixWorld).applyMatrix4(Ot)),Array.isArray(De)){let ze=Te.groups;for(let et=0,mt=ze.length;et<mt;et++){let ke=ze[et],gt=De[ke.materialIndex];gt&&gt.visible&&C.push(A,Te,gt,Q,St.z,ke,z)}}else De.visible&&C.push(A,Te,De,Q,St.z,null,z)}}}let Ee=A.children;for(let Le=0,Te=Ee.length;Le<Te;Le++)Ss(Ee[Le],z,Q,$)}function ya(A,z,Q,$){let{opaque:K,transmissive:Ee,transparent:Le}=A;M.setupLightsView(Q),Gt===!0&&se.setGlobalState(L.clippingPlanes,Q),$&&Me.viewport(te.copy($)),K.length>0&&tn(K,z,Q),Ee.length>0&&tn(Ee,z,Q),Le.length>0&&tn(Le,z,Q),Me.buffers.depth.setTest(!0),Me.buffers.depth.setMask(!0),Me.buffers.color.setMask(!0),Me.setPolygonOffset(!1)}function Bi(A,z,Q,$){if((Q.isScene===!0?Q.overrideMaterial:null)!==null)return;if(M.state.transmissionRenderTarget[$.id]===void 0){let ke=Ze.has("EXT_color_buffer_half_float")||Ze.has("EXT_color_buffer_float");M.state.transmissionRenderTarget[$.id]=new xi(1,1,{generateMipmaps:!0,type:ke?Yi:li,minFilter:Us,samples:Math.max(4,at.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:_t.workingColorSpace})}let Ee=M.state.transmissionRenderTarget[$.id],Le=$.viewport||te;Ee.setSize(Le.z*L.transmissionResolutionScale,Le.w*L.transmissionResolutionScale);let Te=L.getRenderTarget(),De=L.getActiveCubeFace(),ze=L.getActiveMipmapLevel();L.setRenderTarget(Ee),L.getClearColor(ee),me=L.getClearAlpha(),me<1&&L.setClearColor(16777215,.5),L.clear(),en&&O.render(Q);let et=L.toneMapping;L.toneMapping=ds;let mt=$.viewport;if($.viewport!==void 0&&($.viewport=void 0),M.setupLightsView($),Gt===!0&&se.setGlobalState(L.clippingPlanes,$),tn(A,Q,$),Ye.updateMultisampleRenderTarget(Ee),Ye.updateRenderTargetMipmap(Ee),Ze.has("WEBGL_multisampled_render_to_texture")===!1){let ke=!1;for(let gt=0,Qt=z.length;gt<Qt;gt++){let Nt=z[gt],{object:Ut,geometry:_n,material:Fe,group:dn}=Nt;if(Fe.side===zn&&Ut.layers.test($.layers)){let xt=Fe.side;Fe.side=kn,Fe.needsUpdate=!0,an(Ut,Q,$,_n,Fe,dn),Fe.side=xt,Fe.needsUpdate=!0,ke=!0}}ke===!0&&(Ye.updateMultisampleRenderTarget(Ee),Ye.updateRenderTargetMipmap(Ee))}L.setRenderTarget(Te,De,ze),L.setClearColor(ee,me),mt!==void 0&&($.viewport=mt),L.toneMapping=et}function tn(A,z,Q){let $=z.isScene===!0?z.overrideMaterial:null;for(let K=0,Ee=A.length;K<Ee;K++){let Le=A[K],{object:Te,geometry:De,group:ze}=Le,et=Le.material;et.allowOverride===!0&&$!==null&&(et=$),Te.layers.test(Q.layers)&&an(Te,z,Q,De,et,ze)}}function an(A,z,Q,$,K,Ee){k!==null&&K.isNodeMaterial&&k.setObject(A,K),A.onBeforeRender(L,z,Q,$,K,Ee),A.modelViewMatrix.multiplyMatrices(Q.matrixWorldInverse,A.matrixWorld),A.normalMatrix.getNormalMatrix(A.modelViewMatrix),K.onBeforeRender(L,z,Q,$,A,Ee),K.transparent===!0&&K.side===zn&&K.forceSinglePass===!1?(K.side=kn,K.needsUpdate=!0,L.renderBufferDirect(Q,z,$,K,A,Ee),K.side=cr,K.needsUpdate=!0,L.renderBufferDirect(Q,z,$,K,A,Ee),K.side=zn):L.renderBufferDirect(Q,z,$,K,A,Ee),A.onAfterRender(L,z,Q,$,K,Ee)}function ln(A){let z=0;for(let Q of A)Q.texture!==null&&z++;return z}function is(A,z,Q){z.isScene!==!0&&(z=xn);let $=Ve.get(A),K=M.state.lights,Ee=M.state.shadowsArray,Le=K.state.version,Te=oe.getParameters(A,K.state,Ee,z,Q,M.state.lightProbeGridArray),De=oe.getProgramCacheKey(Te),ze=$.programs;$.environment=A.isMeshStandardMaterial||A.isMeshLambertMaterial||A.isMeshPhongMaterial?z.environment:null,$.fog=z.fog;let et=A.isMeshStandardMaterial||A.isMeshLambertMaterial&&!A.envMap||A.isMeshPhongMaterial&&!A.envMap;$.envMap=R.get(A.envMap||$.environment,et),$.envMapRotation=$.environment!==null&&A.envMap===null?z.environmentRotation:A.envMapRotation,ze===void 0&&(A.addEventListener("dispose",lt),ze=new Map,$.programs=ze,$.programVariants=new Map);let mt=ze.get(De);if(mt!==void 0){if($.currentProgram===mt&&$.lightsStateVersion===Le)return xa(A,Te),mt}else Te.uniforms=oe.getUniforms(A),k!==null&&A.isNodeMaterial&&k.build(A,Q,Te),A.onBeforeCompile(Te,L),mt=oe.acquireProgram(Te,De),ze.set(De,mt),$.uniforms=Te.uniforms;let ke=$.uniforms;return(!A.isShaderMaterial&&!A.isRawShaderMaterial||A.clipping===!0)&&(ke.clippingPlanes=se.uniform),xa(A,Te),$.needsLights=Gs(A),$.lightsStateVersion=Le,$.needsLights&&(ke.ambientLightColor.value=K.state.ambient,ke.lightProbe.value=K.state.probe,ke.sunLights.value=K.state.sun,ke.sunLightShadows.value=K.state.sunShadow,ke.directionalLights.value=K.state.directional,ke.directionalLightShadows.value=K.state.directionalShadow,ke.spotLights.value=K.state.spot,ke.spotLightShadows.value=K.state.spotShadow,ke.rectAreaLights.value=K.state.rectArea,ke.ltc_1.value=K.state.rectAreaLTC1,ke.ltc_2.value=K.state.rectAreaLTC2,ke.pointLights.value=K.state.point,ke.pointLightShadows.value=K.state.pointShadow,ke.hemisphereLights.value=K.state.hemi,ke.sunShadowMatrix.value=K.state.sunShadowMatrix,ke.sunShadowCascade.value=K.state.sunShadowCascade,ke.directionalShadowMatrix.value=K.state.directionalShadowMatrix,ke.spotLightMatrix.value=K.state.spotLightMatrix,ke.spotLightMap.value=K.state.spotLightMap,ke.pointShadowMatrix.value=K.state.pointShadowMatrix),$.numLightProbeGrids=ln(M.state.lightProbeGridArray),$.currentProgram=mt,$.uniformsList=null,mt}function ui(A,z,Q,$,K){let Ee=Ve.get(A),Le=Ee.currentProgram.id+","+$+","+K,Te=Ee.programVariants.get(Le);return Te===void 0?(Te=is(A,z,Q),Ee.programVariants.set(Le,Te)):(Ee.currentProgram=Te,Ee.uniformsList=null,Ee.outputColorSpace=$,Ee.toneMapping=K),Te}function Vs(A){if(A.uniformsList===null){let z=A.currentProgram.getUniforms();A.uniformsList=qo.seqWithValue(z.seq,A.uniforms)}return A.uniformsList}function xa(A,z){let Q=Ve.get(A);Q.outputColorSpace=z.outputColorSpace,Q.batching=z.batching,Q.batchingColor=z.batchingColor,Q.instancing=z.instancing,Q.instancingColor=z.instancingColor,Q.instancingMorph=z.instancingMorph,Q.skinning=z.skinning,Q.morphTargets=z.morphTargets,Q.morphNormals=z.morphNormals,Q.morphColors=z.morphColors,Q.morphTargetsCount=z.morphTargetsCount,Q.numClippingPlanes=z.numClippingPlanes,Q.numIntersection=z.numClipIntersection,Q.vertexAlphas=z.vertexAlphas,Q.vertexTangents=z.vertexTangents,Q.toneMapping=z.toneMapping}function _a(A,z,Q,$,K){z.isScene!==!0&&(z=xn),Ye.resetTextureUnits();let Ee=z.fog,Le=$.isMeshStandardMaterial||$.isMeshLambertMaterial||$.isMeshPhongMaterial?z.environment:null,Te=le===null?L.outputColorSpace:le.isXRRenderTarget===!0?le.texture.colorSpace:_t.workingColorSpace,De=$.isMeshStandardMaterial||$.isMeshLambertMaterial&&!$.envMap||$.isMeshPhongMaterial&&!$.envMap,ze=R.get($.envMap||Le,De),et=$.vertexColors===!0&&!!Q.attributes.color&&Q.attributes.color.itemSize===4,mt=!!Q.attributes.tangent&&(!!$.normalMap||$.anisotropy>0),ke=!!Q.morphAttributes.position,gt=!!Q.morphAttributes.normal,Qt=!!Q.morphAttributes.color,Nt=ds;$.toneMapped&&(le===null||le.isXRRenderTarget===!0)&&(Nt=L.toneMapping);let Ut=Q.morphAttributes.position||Q.morphAttributes.normal||Q.morphAttributes.color,_n=Ut!==void 0?Ut.length:0,Fe=Ve.get($),dn=M.state.lights;if(Gt===!0&&(hn===!0||A!==J)){let Ft=A===J&&$.id===Z;se.setState($,A,Ft)}let xt=!1,Ms=!1;$.version===Fe.__version?Fe.needsLights&&Fe.lightsStateVersion!==dn.state.version||K.isBatchedMesh&&Fe.batching===!1||!K.isBatchedMesh&&Fe.batching===!0||K.isBatchedMesh&&Fe.batchingColor===!0&&K._colorsTexture===null||K.isBatchedMesh&&Fe.batchingColor===!1&&K._colorsTexture!==null||K.isInstancedMesh&&Fe.instancing===!1||!K.isInstancedMesh&&Fe.instancing===!0||K.isSkinnedMesh&&Fe.skinning===!1||!K.isSkinnedMesh&&Fe.skinning===!0||K.isInstancedMesh&&Fe.instancingColor===!0&&K.instanceColor===null||K.isInstancedMesh&&Fe.instancingColor===!1&&K.instanceColor!==null||K.isInstancedMesh&&Fe.instancingMorph===!0&&K.morphTexture===null||K.isInstancedMesh&&Fe.instancingMorph===!1&&K.morphTexture!==null||Fe.envMap!==ze||$.fog===!0&&Fe.fog!==Ee||Fe.numClippingPlanes!==void 0&&(Fe.numClippingPlanes!==se.numPlanes||Fe.numIntersection!==se.numIntersection)||Fe.vertexAlphas!==et||Fe.vertexTangents!==mt||Fe.morphTargets!==ke||Fe.morphNormals!==gt||Fe.morphColors!==Qt||Fe.morphTargetsCount!==_n||Fe.numLightProbeGrids!==ln(M.state.lightProbeGridArray)?xt=!0:(Fe.outputColorSpace!==Te||Fe.toneMapping!==Nt)&&(Ms=!0):(xt=!0,Fe.__version=$.version);let fn=Fe.currentProgram;(xt===!0||Ms===!0)&&(fn=Ms===!0?ui($,z,K,Te,Nt):is($,z,K),k&&$.isNodeMaterial&&k.onUpdateProgram($,fn,Fe));let Qr=!1,ss=!1,ws=!1,ut=fn.getUniforms(),nn=Fe.uniforms;if(Me.useProgram(fn.program)&&(Qr=!0,ss=!0,ws=!0),$.id!==Z&&(Z=$.id,ss=!0),Qr||J!==A){Me.buffers.depth.getReversed()&&A.reversedDepth!==!0&&(A._reversedDepth=!0,A.updateProjectionMatrix()),ut.setValue(B,"projectionMatrix",A.projectionMatrix),ut.setValue(B,"viewMatrix",A.matrixWorldInverse);let pn=ut.map.cameraPosition;pn!==void 0&&pn.setValue(B,An.setFromMatrixPosition(A.matrixWorld)),at.logarithmicDepthBuffer&&ut.setValue(B,"logDepthBufFC",2/(Math.log(A.far+1)/Math.LN2)),($.isMeshPhongMaterial||$.isMeshToonMaterial||$.isMeshLambertMaterial||$.isMeshBasicMaterial||$.isMeshStandardMaterial||$.isShaderMaterial)&&ut.setValue(B,"isOrthographic",A.isOrthographicCamera===!0),J!==A&&(J=A,ss=!0,ws=!0)}if(Fe.needsLights&&(dn.state.sunShadowMap.length>0&&ut.setValue(B,"sunShadowMap",dn.state.sunShadowMap,Ye),dn.state.directionalShadowMap.length>0&&ut.setValue(B,"directionalShadowMap",dn.state.directionalShadowMap,Ye),dn.state.spotShadowMap.length>0&&ut.setValue(B,"spotShadowMap",dn.state.spotShadowMap,Ye),dn.state.pointShadowMap.length>0&&ut.setValue(B,"pointShadowMap",dn.state.pointShadowMap,Ye)),K.isSkinnedMesh){ut.setOptional(B,K,"bindMatrix"),ut.setOptional(B,K,"bindMatrixInverse");let Ft=K.skeleton;Ft&&(Ft.boneTexture===null&&Ft.computeBoneTexture(),ut.setValue(B,"boneTexture",Ft.boneTexture,Ye))}K.isBatchedMesh&&(ut.setOptional(B,K,"batchingTexture"),ut.setValue(B,"batchingTexture",K._matricesTexture,Ye),ut.setOptional(B,K,"batchingIdTexture"),ut.setValue(B,"batchingIdTexture",K._indirectTexture,Ye),ut.setOptional(B,K,"batchingColorTexture"),K._colorsTexture!==null&&ut.setValue(B,"batchingColorTexture",K._colorsTexture,Ye));let jn=Q.morphAttributes;if((jn.position!==void 0||jn.normal!==void 0||jn.color!==void 0)&&re.update(K,Q,fn),(ss||Fe.receiveShadow!==K.receiveShadow)&&(Fe.receiveShadow=K.receiveShadow,ut.setValue(B,"receiveShadow",K.receiveShadow)),($.isMeshStandardMaterial||$.isMeshLambertMaterial||$.isMeshPhongMaterial)&&$.envMap===null&&z.environment!==null&&(nn.envMapIntensity.value=z.environmentIntensity),nn.dfgLUT!==void 0&&(nn.dfgLUT.value=J1()),ss){if(ut.setValue(B,"toneMappingExposure",L.toneMappingExposure),Fe.needsLights&&jr(nn,ws),Ee&&$.fog===!0&&ye.refreshFogUniforms(nn,Ee),ye.refreshMaterialUniforms(nn,$,Se,Ae,M.state.transmissionRenderTarget[A.id]),Fe.needsLights&&Fe.numLightProbeGrids>0){let Ft=y,pn=0;for(let Wn of M.state.lightProbeGridArray)Wn.texture!==null&&(Ft.textures[pn]=Wn.texture,Ft.min[pn]=Wn.boundingBox.min,Ft.max[pn]=Wn.boundingBox.max,Ft.resolution[pn]=Wn.resolution,pn++);for(let Wn in Ft)Ft[Wn].length=pn;nn.probesSH.value=Ft.textures,nn.probesMin.value=Ft.min,nn.probesMax.value=Ft.max,nn.probesResolution.value=Ft.resolution}qo.upload(B,Vs(Fe),nn,Ye)}if($.isShaderMaterial&&$.uniformsNeedUpdate===!0&&(qo.upload(B,Vs(Fe),nn,Ye),$.uniformsNeedUpdate=!1),$.isSpriteMaterial&&ut.setValue(B,"center",K.center),ut.setValue(B,"modelViewMatrix",K.modelViewMatrix),ut.setValue(B,"normalMatrix",K.normalMatrix),ut.setValue(B,"modelMatrix",K.matrixWorld),$.uniformsGroups!==void 0){let Ft=$.uniformsGroups;for(let pn=0,Wn=Ft.length;pn<Wn;pn++){let ql=Ft[pn];He.update(ql,fn),He.bind(ql,fn)}}return fn}function jr(A,z){A.ambientLightColor.needsUpdate=z,A.lightProbe.needsUpdate=z,A.sunLights.needsUpdate=z,A.sunLightShadows.needsUpdate=z,A.directionalLights.needsUpdate=z,A.directionalLightShadows.needsUpdate=z,A.pointLights.needsUpdate=z,A.pointLightShadows.needsUpdate=z,A.spotLights.needsUpdate=z,A.spotLightShadows.needsUpdate=z,A.rectAreaLights.needsUpdate=z,A.hemisphereLights.needsUpdate=z}function Gs(A){return A.isMeshLambertMaterial||A.isMeshToonMaterial||A.isMeshPhongMaterial||A.isMeshStandardMaterial||A.isShadowMaterial||A.isShaderMaterial&&A.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return H},this.getRenderTarget=function(){return le},this.setRenderTargetTextures=function(A,z,Q){let $=Ve.get(A);$.__autoAllocateDepthBuffer=A.resolveDepthBuffer===!1,$.__autoAllocateDepthBuffer===!1&&($.__useRenderToTexture=!1),Ve.get(A.texture).__webglTexture=z,Ve.get(A.depthTexture).__webglTexture=$.__autoAllocateDepthBuffer?void 0:Q,$.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(A,z){let Q=Ve.get(A);Q.__webglFramebuffer=z,Q.__useDefaultFramebuffer=z===void 0},this.setRenderTarget=function(A,z=0,Q=0){le=A,Y=z,H=Q;let $=null,K=!1,Ee=!1;if(A){let Te=Ve.get(A);if(Te.__useDefaultFramebuffer!==void 0){Me.bindFramebuffer(B.FRAMEBUFFER,Te.__webglFramebuffer),te.copy(A.viewport),de.copy(A.scissor),ue=A.scissorTest,Me.viewport(te),Me.scissor(de),Me.setScissorTest(ue),Z=-1;return}else if(Te.__webglFramebuffer===void 0)Ye.setupRenderTarget(A);else if(Te.__hasExternalTextures)Ye.rebindTextures(A,Ve.get(A.texture).__webglTexture,Ve.get(A.depthTexture).__webglTexture);else if(A.depthBuffer){let et=A.depthTexture;if(Te.__boundDepthTexture!==et){if(et!==null&&Ve.has(et)&&(A.width!==et.image.width||A.height!==et.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ye.setupDepthRenderbuffer(A)}}let De=A.texture;(De.isData3DTexture||De.isDataArrayTexture||De.isCompressedArrayTexture)&&(Ee=!0);let ze=Ve.get(A).__webglFramebuffer;A.isWebGLCubeRenderTarget?(Array.isArray(ze[z])?$=ze[z][Q]:$=ze[z],K=!0):A.samples>0&&Ye.useMultisampledRTT(A)===!1?$=Ve.get(A).__webglMultisampledFramebuffer:Array.isArray(ze)?$=ze[Q]:$=ze,te.copy(A.viewport),de.copy(A.scissor),ue=A.scissorTest}else te.copy(Ge).multiplyScalar(Se).floor(),de.copy(pt).multiplyScalar(Se).floor(),ue=ht;if(Q!==0&&($=G),Me.bindFramebuffer(B.FRAMEBUFFER,$)&&Me.drawBuffers(A,$),Me.viewport(te),Me.scissor(de),Me.setScissorTest(ue),K){let Te=Ve.get(A.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_CUBE_MAP_POSITIVE_X+z,Te.__webglTexture,Q)}else if(Ee){let Te=z;for(let De=0;De<A.textures.length;De++){let ze=Ve.get(A.textures[De]);B.framebufferTextureLayer(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0+De,ze.__webglTexture,Q,Te)}}else if(A!==null&&Q!==0){let Te=Ve.get(A.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,Te.__webglTexture,Q)}Z=-1};function Jr(A){let z=Ve.get(A);return(z.__readFormat!==A.format||z.__readType!==A.type)&&(z.__readFormat=A.format,z.__readType=A.type,z.__formatReadable=at.textureFormatReadable(A.format),z.__typeReadable=at.textureTypeReadable(A.type)),z}this.readRenderTargetPixels=function(A,z,Q,$,K,Ee,Le,Te=0){if(!(A&&A.isWebGLRenderTarget)){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let De=Ve.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Le!==void 0&&(De=De[Le],Array.isArray(De)&&(De=De[0])),De){Me.bindFramebuffer(B.FRAMEBUFFER,De);try{let ze=A.textures[Te],et=ze.format,mt=ze.type;A.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Te);let ke=Jr(ze);if(ke.__formatReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(ke.__typeReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}z>=0&&z<=A.width-$&&Q>=0&&Q<=A.height-K&&B.readPixels(z,Q,$,K,ge.convert(et),ge.convert(mt),Ee)}finally{let ze=le!==null?Ve.get(le).__webglFramebuffer:null;Me.bindFramebuffer(B.FRAMEBUFFER,ze)}}},this.readRenderTargetPixelsAsync=async function(A,z,Q,$,K,Ee,Le,Te=0){if(!(A&&A.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let De=Ve.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Le!==void 0&&(De=De[Le],Array.isArray(De)&&(De=De[0])),De)if(z>=0&&z<=A.width-$&&Q>=0&&Q<=A.height-K){Me.bindFramebuffer(B.FRAMEBUFFER,De);let ze=A.textures[Te],et=ze.format,mt=ze.type;A.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Te);let ke=Jr(ze);if(ke.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(ke.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let gt=B.createBuffer();B.bindBuffer(B.PIXEL_PACK_BUFFER,gt),B.bufferData(B.PIXEL_PACK_BUFFER,Ee.byteLength,B.STREAM_READ),B.readPixels(z,Q,$,K,ge.convert(et),ge.convert(mt),0),B.bindBuffer(B.PIXEL_PACK_BUFFER,null);let Qt=le!==null?Ve.get(le).__webglFramebuffer:null;Me.bindFramebuffer(B.FRAMEBUFFER,Qt);let Nt=B.fenceSync(B.SYNC_GPU_COMMANDS_COMPLETE,0);return B.flush(),await Gg(B,Nt,4),B.bindBuffer(B.PIXEL_PACK_BUFFER,gt),B.getBufferSubData(B.PIXEL_PACK_BUFFER,0,Ee),B.bindBuffer(B.PIXEL_PACK_BUFFER,null),B.deleteBuffer(gt),B.deleteSync(Nt),Ee}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(A,z=null,Q=0){let $=Math.pow(2,-Q),K=Math.floor(A.image.width*$),Ee=Math.floor(A.image.height*$),Le=z!==null?z.x:0,Te=z!==null?z.y:0;Ye.setTexture2D(A,0),B.copyTexSubImage2D(B.TEXTURE_2D,Q,0,0,Le,Te,K,Ee),Me.unbindTexture()},this.copyTextureToTexture=function(A,z,Q=null,$=null,K=0,Ee=0){let Le,Te,De,ze,et,mt,ke,gt,Qt,Nt=A.isCompressedTexture?A.mipmaps[Ee]:A.image;if(Q!==null)Le=Q.max.x-Q.min.x,Te=Q.max.y-Q.min.y,De=Q.isBox3?Q.max.z-Q.min.z:1,ze=Q.min.x,et=Q.min.y,mt=Q.isBox3?Q.min.z:0;else{let ut=Math.pow(2,-K);Le=Math.floor(Nt.width*ut),Te=Math.floor(Nt.height*ut),A.isDataArrayTexture?De=Nt.depth:A.isData3DTexture?De=Math.floor(Nt.depth*ut):De=1,ze=0,et=0,mt=0}$!==null?(ke=$.x,gt=$.y,Qt=$.z):(ke=0,gt=0,Qt=0);let Ut=ge.convert(z.format),_n=ge.convert(z.type),Fe;z.isData3DTexture?(Ye.setTexture3D(z,0),Fe=B.TEXTURE_3D):z.isDataArrayTexture||z.isCompressedArrayTexture?(Ye.setTexture2DArray(z,0),Fe=B.TEXTURE_2D_ARRAY):(Ye.setTexture2D(z,0),Fe=B.TEXTURE_2D),Me.activeTexture(B.TEXTURE0),Me.pixelStorei(B.UNPACK_FLIP_Y_WEBGL,z.flipY),Me.pixelStorei(B.UNPACK_PREMULTIPLY_ALPHA_WEBGL,z.premultiplyAlpha),Me.pixelStorei(B.UNPACK_ALIGNMENT,z.unpackAlignment);let dn=Me.getParameter(B.UNPACK_ROW_LENGTH),xt=Me.getParameter(B.UNPACK_IMAGE_HEIGHT),Ms=Me.getParameter(B.UNPACK_SKIP_PIXELS),fn=Me.getParameter(B.UNPACK_SKIP_ROWS),Qr=Me.getParameter(B.UNPACK_SKIP_IMAGES);Me.pixelStorei(B.UNPACK_ROW_LENGTH,Nt.width),Me.pixelStorei(B.UNPACK_IMAGE_HEIGHT,Nt.height),Me.pixelStorei(B.UNPACK_SKIP_PIXELS,ze),Me.pixelStorei(B.UNPACK_SKIP_ROWS,et),Me.pixelStorei(B.UNPACK_SKIP_IMAGES,mt);let ss=A.isDataArrayTexture||A.isData3DTexture,ws=z.isDataArrayTexture||z.isData3DTexture;if(A.isDepthTexture){let ut=Ve.get(A),nn=Ve.get(z),jn=Ve.get(ut.__renderTarget),Ft=Ve.get(nn.__renderTarget);Me.bindFramebuffer(B.READ_FRAMEBUFFER,jn.__webglFramebuffer),Me.bindFramebuffer(B.DRAW_FRAMEBUFFER,Ft.__webglFramebuffer);for(let pn=0;pn<De;pn++)ss&&(B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Ve.get(A).__webglTexture,K,mt+pn),B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Ve.get(z).__webglTexture,Ee,Qt+pn)),B.blitFramebuffer(ze,et,ze+Le,et+Te,ke,gt,ke+Le,gt+Te,B.DEPTH_BUFFER_BIT,B.NEAREST);Me.bindFramebuffer(B.READ_FRAMEBUFFER,null),Me.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else if(K!==0||A.isRenderTargetTexture||Ve.has(A)){let ut=Ve.get(A),nn=Ve.get(z);Me.bindFramebuffer(B.READ_FRAMEBUFFER,N),Me.bindFramebuffer(B.DRAW_FRAMEBUFFER,W);for(let jn=0;jn<De;jn++)ss?B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,ut.__webglTexture,K,mt+jn):B.framebufferTexture2D(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,ut.__webglTexture,K),ws?B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,nn.__webglTexture,Ee,Qt+jn):B.framebufferTexture2D(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,nn.__webglTexture,Ee),K!==0?B.blitFramebuffer(ze,et,ze+Le,et+Te,ke,gt,ke+Le,gt+Te,B.COLOR_BUFFER_BIT,B.NEAREST):ws?B.copyTexSubImage3D(Fe,Ee,ke,gt,Qt+jn,ze,et,Le,Te):B.copyTexSubImage2D(Fe,Ee,ke,gt,ze,et,Le,Te);Me.bindFramebuffer(B.READ_FRAMEBUFFER,null),Me.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else ws?A.isDataTexture||A.isData3DTexture?B.texSubImage3D(Fe,Ee,ke,gt,Qt,Le,Te,De,Ut,_n,Nt.data):z.isCompressedArrayTexture?B.compressedTexSubImage3D(Fe,Ee,ke,gt,Qt,Le,Te,De,Ut,Nt.data):B.texSubImage3D(Fe,Ee,ke,gt,Qt,Le,Te,De,Ut,_n,Nt):A.isDataTexture?B.texSubImage2D(B.TEXTURE_2D,Ee,ke,gt,Le,Te,Ut,_n,Nt.data):A.isCompressedTexture?B.compressedTexSubImage2D(B.TEXTURE_2D,Ee,ke,gt,Nt.width,Nt.height,Ut,Nt.data):B.texSubImage2D(B.TEXTURE_2D,Ee,ke,gt,Le,Te,Ut,_n,Nt);Me.pixelStorei(B.UNPACK_ROW_LENGTH,dn),Me.pixelStorei(B.UNPACK_IMAGE_HEIGHT,xt),Me.pixelStorei(B.UNPACK_SKIP_PIXELS,Ms),Me.pixelStorei(B.UNPACK_SKIP_ROWS,fn),Me.pixelStorei(B.UNPACK_SKIP_IMAGES,Qr),Ee===0&&z.generateMipmaps===!0&&z.mipmapsAutoUpdate===!0&&B.generateMipmap(Fe),Me.unbindTexture()},this.initRenderTarget=function(A){Ve.get(A).__webglFramebuffer===void 0&&Ye.setupRenderTarget(A)},this.initTexture=function(A){A.isCubeTexture?Ye.setTextureCube(A,0):A.isData3DTexture?Ye.setTexture3D(A,0):A.isDataArrayTexture||A.isCompressedArrayTexture?Ye.setTexture2DArray(A,0):Ye.setTexture2D(A,0),Me.unbindTexture()},this.resetState=function(){Y=0,H=0,le=null,Me.reset(),be.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ci}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=_t._getDrawingBufferColorSpace(e),t.unpackColorSpace=_t._getUnpackColorSpace()}};function V(i,e={},...t){let n=document.createElement(i);for(let[s,r]of Object.entries(e))typeof r=="function"?n.addEventListener(s.slice(2),r):r===!0?n.setAttribute(s,""):r!==!1&&r!=null&&n.setAttribute(s,String(r));return n.append(...t.filter(s=>s!=null&&s!==!1)),n}var Q1="http://www.w3.org/2000/svg";function Bs(i,e={},...t){let n=document.createElementNS(Q1,i);for(let[s,r]of Object.entries(e))n.setAttribute(s,String(r));return n.append(...t),n}var eE={play:"M7 4.5v15l12-7.5z",pause:"M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",start:"M6 5h2v14H6zM19 5v14L9 12z",loop:"M7 7h8.5a3.5 3.5 0 0 1 3.5 3.5V12h-2v-1.5A1.5 1.5 0 0 0 15.500 9H7v2.500L3 8l4-3.500zM17 17H8.500A3.500 3.500 0 0 1 5 13.500V12h2v1.500A1.500 1.500 0 0 0 8.500 15H17v-2.500l4 3.500-4 3.500z",fit:"M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",wire:"M12 2.500 20.500 7v10L12 21.500 3.500 17V7zM12 4.800 6.800 7.500 12 10.300l5.200-2.800zM5.500 9.200v6.600l5.500 2.900V12zM13 18.700l5.500-2.900V9.200L13 12z",names:"M3 5h9l8 7-8 7H3zm2 2v10h6.200l5.800-5-5.800-5zm3 3.500a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3z",frames:"M11 3h2v9.400l7 4-1 1.700-7-4-7 4-1-1.700 7-4z",traces:"M3 17c3 0 3-10 7-10s3 8 6 8 3-4 5-4v2c-1.500 0-2 4-5 4s-3.500-8-6-8-3 10-7 10z",ghost:"M4 4h10v3h-2V6H6v6h1v2H4zM10 10h10v10H10zm2 2v6h6v-6z",contacts:"M4 18h16v2H4zM12 3l4 5h-3v6a2 2 0 1 1-2 0V8H8z",theme:"M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",help:"M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm-1 10.500h2v2h-2zm1-9a3.200 3.200 0 0 1 1.600 6c-.5.300-.6.500-.6 1v.500h-2V14c0-1.300.6-2 1.500-2.600A1.200 1.200 0 1 0 10.800 10h-2A3.200 3.200 0 0 1 12 6.500z",plots:"M4 4h2v14h14v2H4zM8 14l4-5 3 3 4-6 1.600 1.100-5.400 8.100-3-3-2.600 3.200z",floor:"M7 6h10l5 12H2zm1.300 2-.8 2h3.700V8zm4.900 0v2h3.300l-.8-2zM6.700 12l-1.600 4h6.100v-4zm6.500 0v4h5.700l-1.600-4z",follow:"M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM11 2h2v4h-2zM11 18h2v4h-2zM2 11h4v2H2zM18 11h4v2h-4z",measure:"M3 15.500 15.500 3 21 8.500 8.500 21zm2.800 0L8.500 18.200 18.200 8.500 15.500 5.800l-1.600 1.600 1.800 1.800-1.400 1.400-1.800-1.800-1.500 1.500 2.600 2.600-1.400 1.400-2.600-2.600-1.500 1.500 1.800 1.800-1.400 1.400-1.800-1.800z",save:"M11 3h2v9l3.300-3.300 1.400 1.400L12 15.800 6.300 10.100l1.400-1.400L11 12zM4 17h2v2h12v-2h2v4H4z",left:"M4 5h16v14H4zm2 2v10h3V7zm5 0v10h7V7z",right:"M4 5h16v14H4zm2 2v10h7V7zm9 0v10h3V7z"};function Zo(i){return Bs("svg",{viewBox:"0 0 24 24","aria-hidden":"true"},Bs("path",{d:eE[i],"fill-rule":"evenodd"}))}function rt(i,e=5){if(i==null||Number.isNaN(i))return"\u2013";if(!Number.isFinite(i))return i>0?"\u221E":"\u2212\u221E";if(i===0)return"0";let t=Math.abs(i);return(t>=1e5||t<.001?i.toExponential(Math.max(e-2,0)):String(Number(i.toPrecision(e)))).replace("e+","e").replaceAll("-","\u2212")}var dr=(i,e=4)=>`(${Array.from(i,t=>rt(Math.abs(t)<1e-12?0:t,e)).join(", ")})`;var tE=6,A0=1e-9,zf=7,E0=1e4,nE={impact:[0,10],event:[4,10],change:[5,10]};function T0(i,e){let t=["change","event","impact"].map(n=>{let[s,r]=nE[n],o=i.filter(a=>a.kind===n).map(a=>`M${(E0*e(a.t)).toFixed(1)} ${s}V${r}`).join("");return Bs("path",{class:n,d:o,"vector-effect":"non-scaling-stroke"})});return Bs("svg",{class:"ticks",viewBox:`0 0 ${E0} 10`,preserveAspectRatio:"none","aria-hidden":"true"},...t)}function C0(i,e,t,n){let[s,r]=e.range(),o=A0*(r-s);return n?i.find(a=>a.t>t+o):i.findLast(a=>a.t<t-o)}var eu=(i,e)=>i.marks?.()??e;function P0(i,e,t,n){let s=eu(n,t);if(!s.length&&!n.marks?.())return i;let[r,o]=n.range(),a=m=>(m-r)/(o-r||1),l=V("output",{class:"said",role:"status"}),c=T0(s,a),h=V("div",{class:"track"},i,c,l),u=null,d=()=>Math.max(h.clientWidth-2*zf,1),f=m=>{let g=m.clientX-h.getBoundingClientRect().left-zf,_=y=>Math.abs(a(y.t)*d()-g),E=s.reduce((y,C)=>y&&_(y)<=_(C)?y:C,null);return E&&_(E)<=tE?E:null},p=()=>{let m=u?.t??e.get("t"),g=s.filter(y=>Math.abs(y.t-m)<=A0*(o-r));if(l.hidden=g.length===0,l.textContent=g.map(y=>y.sentence).join(`
`),l.hidden)return;let _=l.offsetWidth/2,E=zf+a(m)*d();l.style.left=`${Math.min(Math.max(E,_),Math.max(h.clientWidth-_,_)).toFixed(1)}px`},x=m=>{m!==u&&(u=m,p())};return h.addEventListener("pointermove",m=>x(m.buttons?null:f(m))),h.addEventListener("pointerleave",()=>x(null)),h.addEventListener("click",m=>{let g=f(m);g&&m.detail&&e.set("t",g.t)}),e.watch(["grown"],()=>{[s,[r,o]]=[eu(n,t),n.range()];let m=T0(s,a);c.replaceWith(m),c=m,p()}),e.watch(["t"],p),h}var iE=200,[sE,R0,Gf]=[new P(1,0,0),new P(0,-1,0),new P(0,0,1)];function Vf(i,e){return Math.abs(i.dot(e))<.5?i.clone():e.clone().addScaledVector(Math.abs(e.y)<.5?R0:Gf,1e-4)}var rE={1:i=>Vf(sE,i),2:i=>Vf(R0,i),3:i=>Vf(Gf,i),0:i=>new P(.75,-1,.6).applyQuaternion(new Et().setFromUnitVectors(Gf,i))},Hf=({key:i})=>i.length===1?i.toLowerCase():i;function I0({store:i,source:e,world:t,marks:n,help:s,save:r,changeSpeed:o}){let a=d=>{let[f,p]=e.range();i.set("t",Math.min(Math.max(d,f),p))},l=d=>{let[f,p]=e.range();a(i.get("t")+d*(p-f)/iE)},c=d=>a(C0(eu(e,n),e,i.get("t"),d)?.t??i.get("t")),h=(d,f,p)=>()=>t?.stage.nudge(d,f,p),u={" ":()=>i.toggle("playing"),ArrowRight:d=>l(d.shiftKey?10:1),ArrowLeft:d=>l(d.shiftKey?-10:-1),ArrowUp:()=>o(1),ArrowDown:()=>o(-1),Home:()=>a(e.range()[0]),End:()=>a(e.range()[1]),l:()=>i.toggle("loop"),f:()=>t?.fit(),w:()=>i.toggle("wire"),n:()=>i.toggle("names"),a:()=>i.toggle("frames"),t:()=>i.toggle("traces"),g:()=>i.toggle("ghost"),c:()=>i.toggle("contacts"),p:()=>i.toggle("plots"),m:d=>c(!d.shiftKey),d:()=>i.set("theme",i.get("theme")==="dark"?"light":"dark"),"[":()=>i.toggle("left"),"]":()=>i.toggle("right"),...Object.fromEntries(Object.entries(rE).map(([d,f])=>[d,()=>t?.fit(f(t.extent.up))])),",":h(-.12,0,1),".":h(.12,0,1),PageUp:h(0,.1,1),PageDown:h(0,-.1,1),"+":h(0,0,.9),"=":h(0,0,.9),"-":h(0,0,1.1111111111111112),b:()=>i.toggle("floor"),v:()=>i.toggle("follow"),r:()=>i.toggle("measuring"),o:()=>i.toggle("degrees"),s:()=>r.showModal(),Escape:()=>{i.set("selected",null),i.set("measuring",!1)},"?":()=>s.showModal()};window.addEventListener("keydown",d=>{if(d.ctrlKey||d.metaKey||d.altKey||s.open||r.open||Wf(d))return;let f=u[Hf(d)];f&&(d.preventDefault(),f(d))})}function Wf(i){let e=i.target instanceof Element?i.target:document.body;return e.matches("input:not([type=checkbox], [type=range]), select, textarea")?!0:e.matches("button, input[type=checkbox], summary")?[" ","Enter"].includes(i.key):e.matches("input[type=range]")?/^(Arrow|Home|End|Page)/.test(i.key):e.matches("pre")&&/^(Arrow|Home|End|Page| $)/.test(i.key)}var ps=(i,e)=>i?.type===e?.type&&i?.index===e?.index;function Mn(i){for(let e of i)e.removeFromParent(),e.traverse(t=>{let{geometry:n,material:s}=t;n?.dispose();for(let r of Array.isArray(s)?s:s?[s]:[])r.dispose()})}var oE=4,Xf=class{objects;constructor(){this.objects=[new tr(new Mt,new ai({color:"#c4542f",depthTest:!1}))],this.objects[0].renderOrder=4,this.objects[0].frustumCulled=!1,this.show(!1)}join(e,t){this.objects[0].geometry.setFromPoints([e,t])}show(e){this.objects[0].visible=e}dispose(){Mn(this.objects)}};function L0(i,e,t,n){let{stage:s}=i,{canvas:r}=s,o=s.add(new Xf),a=new Pr,l=null,c=f=>{let p=r.getBoundingClientRect();return a.setFromCamera(new Pe(2*(f.clientX-p.left)/p.width-1,1-2*(f.clientY-p.top)/p.height),s.camera),a.ray},h=f=>[f.x,f.y,f.z];r.addEventListener("pointerdown",f=>{if(f.button!==0||e.get("mode")>=0)return;let p=r.getBoundingClientRect(),x=s.meet(f.clientX-p.left,f.clientY-p.top),m=x?.thing.type==="body"?t.held(x.thing.index):null;if(!x||m===null)return;let g=x.thing.index,_=x.point.clone().sub(i.pose.positions[g]).applyQuaternion(i.pose.quaternions[g].clone().conjugate()),E=new ni().setFromNormalAndCoplanarPoint(s.camera.getWorldDirection(new P),x.point);l={body:g,number:m,grip:_,plane:E,pointer:x.point.clone(),from:[f.clientX,f.clientY],moved:!1,pulls:!1,last:0},s.controls.enabled=!1,r.setPointerCapture(f.pointerId)},{capture:!0}),r.addEventListener("pointermove",f=>{l&&(c(f).intersectPlane(l.plane,l.pointer),!(l.moved||Math.hypot(f.clientX-l.from[0],f.clientY-l.from[1])<=oE)&&(l.moved=!0,n(),l.pulls=e.get("playing")&&t.program.freedoms>0,l.pulls&&t.grab(e.get("t"),l.number,h(l.grip)),l.last=performance.now(),requestAnimationFrame(u)))});let u=f=>{if(l){if(l.pulls){let p=Math.min(Math.max(f-l.last,0)/1e3,.1);l.last=f,t.pull(h(l.pointer),p*e.get("speed")),e.set("t",t.range()[1])}else t.hand(e.get("t"),l.number,h(l.grip),h(l.pointer));o.join(i.pose.point(l.body,l.grip),l.pointer),o.show(!0),s.ask(),requestAnimationFrame(u)}},d=()=>{l&&(l.moved&&t.release(),l=null,s.controls.enabled=!0,o.show(!1),s.ask())};r.addEventListener("pointerup",d),r.addEventListener("pointercancel",d)}var qf=1e3,aE=1500;function D0(i,e){let{program:t,news:n}=i,s=t.controls.map(u=>cE(u,i,e)),r=V("button",{class:"chip",title:"The model's own values, from the start",onclick:()=>{e(),i.reset()}},"Reset"),o=V("button",{class:"chip",title:"This run stays as a ghost, and its curves dashed, while sliders make others",onclick:()=>i.pinned?i.unpin():i.pin()},"Pin this run"),a=V("p",{class:"quiet",role:"status"}),l=V("div",{class:"certificate","aria-label":"Certificate"}),c=V("div",{class:"controls"},V("h3",{},"Controls"),...s.map(({row:u})=>u),!s.length&&V("p",{class:"quiet"},"This page has no sliders."),V("p",{class:"links"},r,o),a,V("p",{class:"quiet"},"Drag a body to pull it while the model plays, or to move it by hand while it pauses."),V("h3",{},"Certificate"),l,V("p",{class:"quiet"},t.sentence)),h=()=>{for(let{show:u}of s)u();o.setAttribute("aria-pressed",String(i.pinned!==null)),a.textContent=lE(i),l.replaceChildren(...n.certificate?hE(n.certificate):[V("p",{class:"quiet"},"The first run is being computed.")])};return i.watch(h),h(),c}function lE({pinned:i,news:e,program:t}){if(!i)return"";let s=t.controls.filter(({name:r})=>i[r]!==e.values[r]).map(({name:r,unit:o})=>`${r} ${rt(i[r],4)} \u2192 ${rt(e.values[r],4)} ${o}`.trim());return s.length?`Pinned run \u2192 now: ${s.join("; ")}`:"Pinned. Move a slider to compare."}function cE({name:i,low:e,high:t,value:n,unit:s,kind:r},o,a){let l=s?`${i} (${s})`:i,c=()=>Math.min(t,e+Number(p.value)/qf*(t-e)),h=!1,u,d=y=>{clearTimeout(u),o.remember(),a(),o.set({[i]:y})},f=()=>{h=!1,clearTimeout(u),u=setTimeout(()=>o.forget(),aE),o.news.sentence&&E()},p=V("input",{type:"range",min:0,max:qf,step:1,"aria-label":l,class:"scrub",oninput:()=>{h=!0,m(c()),d(c())},onchange:f}),x=V("input",{type:"number",step:"any","aria-label":`${l}, as a number`,class:"value",onchange:()=>{x.value!==""&&(d(Number(x.value)),f())}}),m=y=>{p.style.setProperty("--done",`${100*(y-e)/(t-e)}%`),document.activeElement!==x&&(x.value=String(Number(y.toPrecision(5))))},g=`${r==="start"?"where runs begin":"a number of the model"}; ${rt(e,4)} to ${rt(t,4)}, ${rt(n,4)} in the model`,_=V("label",{class:"control",title:g},V("span",{class:"name"},...i.split(/(?<=\.)/).flatMap(y=>[y,V("wbr")])),x,V("span",{class:"kind"},s),p),E=()=>{let y=o.news.values[i];h||(p.value=String(Math.round((y-e)/(t-e)*qf)),document.activeElement===x&&x.blur(),m(y))};return{row:_,show:E}}function hE(i){let e=i.energyScale>0?` (${rt(i.energyError/i.energyScale,2)} of ${rt(i.energyScale,3)} J)`:"",t=[["energy",`off its balance by ${rt(i.energyError,2)} J${e}`],["constraints",`open by ${rt(i.open,2)}`],...i.depth===null?[]:[["contacts",`bodies enter each other by up to ${rt(i.depth,2)} m in a step`]],["speed",i.factor===null?"\u2013":`${rt(i.factor,3)} \xD7 real time`],["steps",`${i.steps} by ${i.method}, ${i.rejected} rejected`]];return[V("p",{class:`verdict ${i.level}`,role:"status"},i.level),...i.reasons.map(n=>V("p",{class:"reason"},`${n}.`)),V("dl",{},...t.flatMap(([n,s])=>[V("dt",{},n),V("dd",{},s)]))]}function N0(i,e,t){let n=e.findIndex(r=>r.text.includes(i));return V("button",{class:"chip replay",title:i,onclick:()=>{n>=0&&t.set("tab",n+1),t.set("right",!0)}},"replay")}function U0(i){let e=V("span"),t=V("button",{class:"plain","aria-label":"Close",title:"Close",onclick:()=>{n.hidden=!0}},"\xD7"),n=V("div",{class:"notice",role:"alert"},e,t),s="",r=()=>{let{certificate:o,sentence:a}=i.news,l=a||(o?.level==="bad"?`The run is bad: ${o.reasons.join("; ")}.`:"");(l!==s||!e.textContent)&&(e.textContent=l,n.hidden=!l),s=l};return i.watch(r),r(),n}var F0=["#5586b5","#d99333","#45a688","#b8563c","#d39ac0","#93d2f0","#6d5447","#d3cf86"],fr=["#1f78b4","#e08a00","#1b9e77","#c9482b","#c774a8","#5cb8e6","#6a4a3c","#b5b04a"],tu=["#c0504d","#5a9a4a","#4a78c0"],nu="#c4542f",O0="#7a4fb5",B0="#2a8f6f",k0="#e0a100",uE="#9aa5af",Fr=i=>i===0?uE:F0[(i-1)%F0.length],iu=i=>fr[(i+3)%fr.length],Nn={light:{sky:"#f4f6f8",minor:"#dfe4e9",major:"#c6ced6",edge:"#26323d",edgeOpacity:.42,metal:"#8b97a3",base:"#b4bdc6",spring:"#75818d",constraint:"#8a5fb0",muscle:"#b5473f",open:"#d1493f",shadow:.16,ghost:"#5d6b78",axis:"#5b6773",line:"#e3e7eb"},dark:{sky:"#12161b",minor:"#1f262d",major:"#2f3943",edge:"#05070a",edgeOpacity:.6,metal:"#98a4b0",base:"#56616c",spring:"#a9b4bf",constraint:"#b08fd8",muscle:"#d0645a",open:"#ff7468",shadow:.45,ghost:"#9fb0c0",axis:"#98a5b1",line:"#2a323a"}};function z0(i,e=Math.PI/3){let t=i.index?i.toNonIndexed():i,n=t.attributes.position,s=n.count,r;if(n.isBufferAttribute===!0&&n.itemSize===3&&n.normalized===!1)r=n.array;else{r=new Float64Array(s*3);for(let y=0;y<s;y++)r[3*y+0]=n.getX(y),r[3*y+1]=n.getY(y),r[3*y+2]=n.getZ(y)}let o=Math.cos(e),a=(1+1e-10)*100,l=s/3,c=new Float64Array(l*3);for(let y=0;y<l;y++){let C=9*y,M=r[C+0],v=r[C+1],S=r[C+2],F=r[C+3],L=r[C+4],D=r[C+5],k=r[C+6],G=r[C+7],N=r[C+8],W=k-F,Y=G-L,H=N-D,le=M-F,Z=v-L,J=S-D,te=Y*J-H*Z,de=H*le-W*J,ue=W*Z-Y*le,ee=1/(Math.sqrt(te*te+de*de+ue*ue)||1);c[3*y+0]=te*ee,c[3*y+1]=de*ee,c[3*y+2]=ue*ee}let h=new Int32Array(s),u=new Float64Array(s*3),d=1;for(;d<s*2;)d<<=1;let f=d-1,p=new Int32Array(d),x=0;for(let y=0;y<s;y++){let C=3*y,M=Math.trunc(r[C+0]*a),v=Math.trunc(r[C+1]*a),S=Math.trunc(r[C+2]*a),F=(Math.imul(M,73856093)^Math.imul(v,19349663)^Math.imul(S,83492791))&f;for(;;){let L=p[F];if(L===0){let k=3*x;u[k+0]=M,u[k+1]=v,u[k+2]=S,p[F]=x+1,h[y]=x++;break}let D=3*(L-1);if(u[D+0]===M&&u[D+1]===v&&u[D+2]===S){h[y]=L-1;break}F=F+1&f}}let m=new Int32Array(x+1);for(let y=0;y<s;y++)m[h[y]+1]++;for(let y=0;y<x;y++)m[y+1]+=m[y];let g=new Int32Array(s),_=m.slice(0,x);for(let y=0;y<l;y++){let C=3*y;g[_[h[C+0]]++]=y,g[_[h[C+1]]++]=y,g[_[h[C+2]]++]=y}let E=new Float32Array(s*3);for(let y=0;y<l;y++){let C=3*y,M=c[C+0],v=c[C+1],S=c[C+2];for(let F=0;F<3;F++){let L=C+F,D=h[L],k=0,G=0,N=0;for(let Y=m[D],H=m[D+1];Y<H;Y++){let le=3*g[Y],Z=c[le+0],J=c[le+1],te=c[le+2];M*Z+v*J+S*te>o&&(k+=Z,G+=J,N+=te)}let W=1/(Math.sqrt(k*k+G*G+N*N)||1);E[3*L+0]=k*W,E[3*L+1]=G*W,E[3*L+2]=N*W}}return t.setAttribute("normal",new Ht(E,3,!1)),t}var dE={float32:Float32Array,float64:Float64Array,int32:Int32Array};function Or(i){let e=atob(i.data),t=new Uint8Array(e.length);for(let n=0;n<t.length;n+=1)t[n]=e.charCodeAt(n);return new dE[i.dtype](t.buffer)}function Un(i){let e=Or(i);return e instanceof Int32Array?Float64Array.from(e):e}function Ko(i){let e=Or(i);return e instanceof Float64Array?e:Float64Array.from(e)}var fE=new P(0,0,1),pE=1.003,mE=.6,gE=.12,[su,yE]=[48,10];function on(i,e,t=32,n=i){return new nr(n,i,e,t).rotateX(Math.PI/2)}function xE(i,e,t,n){let s=t/2,r=[[i,-s],[e,-s],[e,s],[i,s],[i,-s]].map(([o,a])=>new Pe(o,a));return new Qa(r,n).rotateX(Math.PI/2).toNonIndexed()}function _E(i){let e=new Mt;return e.setAttribute("position",new Ht(Float32Array.from(Or(i.vertices)),3)),e.setIndex(Array.from(Or(i.faces))),e.toNonIndexed()}function vE(i,e,t){let n=new P().subVectors(e,i),s=n.length()||1e-12,r=new Et().setFromUnitVectors(fE,n.divideScalar(s)),o=new P().addVectors(i,e).multiplyScalar(.5);return on(t,s,12).applyMatrix4(new bt().compose(o,r,new P(1,1,1)))}function bE(i,{size:e}){let t=i.points.map(s=>new P(...s));return[...i.segments.map(([s,r])=>vE(t[s],t[r],.45*e)),...t.map((s,r)=>{let o=r===t.length-1?1.1*e:.45*e;return new Bn(o,20,14).translate(s.x,s.y,s.z)})]}var SE={box:i=>[new vi(...i.size)],sphere:(i,e,t)=>[new Bn(i.radius,t,Math.ceil(t/1.6))],ellipsoid:(i,e,t)=>[new Bn(1,t,Math.ceil(t/1.6)).scale(...i.radii)],cylinder:(i,{thin:e},t)=>[i.inner_radius>0?xE(i.inner_radius,i.radius,i.length,t):on(i.length>i.radius?Math.max(i.radius,e):i.radius,i.length,t)],cone:(i,e,t)=>[new Tr(i.radius,i.length,t).rotateX(Math.PI/2).translate(0,0,i.length/2)],mesh:i=>[_E(i)],wire:bE,sheet:i=>[new Li(...i.size)],point:(i,{size:e})=>[new Bn(1.6*e,24,16)]};function H0(i,e){if(!e.rotation&&!e.position)return i;let[t,n,s]=e.rotation??[[1,0,0],[0,1,0],[0,0,1]],[r,o,a]=e.position??[0,0,0];return i.applyMatrix4(new bt().set(...t,r,...n,o,...s,a,0,0,0,1))}function ME({kind:i,radius:e=0,length:t=0,inner_radius:n=0}){let s=[],r=(...o)=>{for(let a of o)s.push(...a.map(l=>pE*l))};if(i==="sphere")for(let o=0;o<su;o+=1){let[a,l]=[o,o+1].map(c=>2*Math.PI*c/su);r([e*Math.cos(a),e*Math.sin(a),0],[e*Math.cos(l),e*Math.sin(l),0]),r([e*Math.cos(a),0,e*Math.sin(a)],[e*Math.cos(l),0,e*Math.sin(l)])}else if(i==="cylinder"&&t<3*e||i==="cone"){let[o,a,l]=i==="cone"?[0,t,0]:[-t/2,t/2,e];for(let c=0;c<4;c+=1){let[h,u]=[Math.cos(Math.PI*c/2),Math.sin(Math.PI*c/2)];r([n*h,n*u,o],[e*h,e*u,o],[e*h,e*u,o],[l*h,l*u,a]),l&&r([n*h,n*u,a],[e*h,e*u,a])}}return s.length?new Mt().setAttribute("position",new Ht(new Float32Array(s),3)):null}var V0=new Map;function Yf(i,e,t,n){let s=JSON.stringify([i,e,t,n]),r=V0.get(s);return r||(r=(SE[i.kind]?.(i,e,t)??[]).map(o=>{let a=H0(o,i);return n?new Ka(a,n):i.kind==="mesh"?z0(a,mE):a}),V0.set(s,r)),r}function wE(i,e){let t=new $n({color:e,transparent:!0,opacity:.16,side:zn,depthWrite:!1,roughness:1}),n=new ct(i,t);return n.receiveShadow=!0,n}function G0(i){let e=i.length>7?Number.parseInt(i.slice(7),16)/255:1,t=new qe(i.slice(0,7)),n=t.getHSL({h:0,s:0,l:0}).s<gE,s=new $n({color:t,roughness:n?.38:.55,metalness:n?.55:.05});return e<1&&Object.assign(s,{transparent:!0,opacity:e,depthWrite:!1,side:zn}),s.userData.alpha=e,s}function $f(i,e,t,n,s){let r=new Rt,o=[G0(t)],a=f=>{if(!f.color)return o[0];let p=o.find(({userData:m})=>m.of===f.color);if(p)return p;let x=G0(f.color);return x.userData.of=f.color,o.push(x),x},l=new ai({transparent:!0}),c=[],{looks:h}=i;r.visible=!s;for(let f of h){for(let x of Yf(f,n,su,0)){if(f.kind==="sheet"){r.add(wE(x,t));continue}let m=new ct(x,a(f));m.castShadow=m.material.userData.alpha===1,m.receiveShadow=!0,m.userData.pick={type:"body",index:e},c.push(m),r.add(m)}if(f.kind==="wire")continue;for(let x of Yf(f,n,su,28))r.add(new Ri(x,l));let p=ME(f);p&&r.add(new Ri(H0(p,f),l))}let u=new Rt,d=()=>{if(!u.children.length)for(let f of h)for(let p of Yf(f,n,yE,1))u.add(new Ri(p,l))};return r.add(u),{group:r,fills:o,edge:l,lattice:u,weave:d,meshes:c,color:t}}function W0(i){let e=new Rt,t=new $n({transparent:!0,opacity:.16,depthWrite:!1,roughness:1}),n=new ai({transparent:!0,opacity:.5});for(let s of i.group.children)s instanceof ct?e.add(new ct(s.geometry,t)):s instanceof Ri&&e.add(new Ri(s.geometry,n));return{group:e,fill:t,edge:n}}var ru=class{constructor(e,{size:t,seen:n},s){this.parts=e;this.sizes={size:t,thin:Math.max(.45*t,.0022*n)},this.solids=e.map((r,o)=>$f(r,o,Fr(o),this.sizes,s.has(o))),this.objects=this.solids.map(r=>r.group),this.pickable=this.solids.flatMap(r=>r.meshes)}parts;objects;pickable;solids;name="light";isWire=!1;sizes;update(e){X0(this.objects,e)}reshape(e,t){let{group:n,color:s}=this.solids[e];$f({...this.parts[e],looks:t},e,s,this.sizes,!1).group.children.forEach((o,a)=>{let l=n.children[a];o.geometry&&l?.geometry&&(l.geometry=o.geometry)})}theme(e){this.name=e,this.wire(this.isWire)}wire(e){this.isWire=e;for(let t of this.solids){for(let n of t.fills){let{alpha:s}=n.userData;Object.assign(n,{transparent:e||s<1,opacity:e?.07:s,depthWrite:!e&&s===1,needsUpdate:!0})}t.edge.color.set(e?t.color:Nn[this.name].edge),t.edge.opacity=e?.9:Nn[this.name].edgeOpacity,e&&t.weave(),t.lattice.visible=e;for(let n of t.meshes)n.castShadow=!e&&n.material.userData.alpha===1}}mark(e,t){this.solids.forEach((n,s)=>{for(let r of n.fills)r.emissive.copy(r.color),r.emissiveIntensity=Kf({type:"body",index:s},e,t)})}dispose(){Mn(this.objects)}},Zf=.5;function Kf(i,e,t){return ps(e,i)?Zf:ps(t,i)?.22:0}function X0(i,e){i.forEach((t,n)=>{t.position.copy(e.positions[n]),t.quaternion.copy(e.quaternions[n])})}var Br=class{constructor(e,t,n=null){this.follow=t;this.tint=n,this.copies=e.solids.map(W0),this.objects=this.copies.map(s=>s.group)}follow;objects;tint=null;copies;update(e,t){X0(this.objects,this.follow(t))}theme(e){let t=Nn[e];for(let{fill:n,edge:s}of this.copies)n.color.set(this.tint??t.ghost),s.color.set(this.tint??t.ghost),n.opacity=(e==="dark"?.3:.16)*(this.tint?2:1)}show(e){for(let t of this.objects)t.visible=e}dispose(){for(let{group:e,fill:t,edge:n}of this.copies)e.removeFromParent(),t.dispose(),n.dispose()}},ou=class{objects;constructor(e,{radius:t,size:n}){this.objects=Array.from({length:e},(s,r)=>new ul(r?7*n:.25*t));for(let s of this.objects)s.setColors(...tu.map(r=>new qe(r))),s.material.depthTest=!1,s.renderOrder=3}update(e){this.objects.forEach((t,n)=>{t.position.copy(e.positions[n]),t.quaternion.copy(e.quaternions[n])})}show(e){for(let t of this.objects)t.visible=e}dispose(){Mn(this.objects)}};function Zi(i,e=0,t=0){let n=new Float64Array(7*i);for(let s=0;s<i;s+=1)n[7*s+3]=1;return{t:0,poses:n,velocities:new Float64Array(6*i),deformation:new Float64Array(e),loads:new Float64Array(3*t)}}function au(i,e){return e.t=i.t,e.poses.set(i.poses),i.velocities&&e.velocities&&e.velocities.set(i.velocities),e.deformation.set(i.deformation),e.loads.set(i.loads),e}var EE=new Float64Array;function jo(i){let[e,t,n,s]=i.quaternion;return{body:i.body,position:new P(...i.position),quaternion:new Et(t,n,s,e),elastic:i.elastic}}var ms=class{exaggeration=1;frame;positions;quaternions;places;constructor(e,t=[]){let n=0;this.places=new Map(t.map(s=>{let r=s.values.shape[1]??1;return n+=r,[s.body,{offset:n-r,count:r}]})),this.frame=Zi(e),this.positions=Array.from({length:e},()=>new P),this.quaternions=Array.from({length:e},()=>new Et)}set(e){this.frame=e;let t=e.poses;return this.positions.forEach((n,s)=>n.fromArray(t,7*s)),this.quaternions.forEach((n,s)=>n.set(t[7*s+4],t[7*s+5],t[7*s+6],t[7*s+3])),this}elastic(e){let t=this.places.get(e);return t?this.frame.deformation.slice(t.offset,t.offset+t.count).map(n=>this.exaggeration*n):EE}end(e,t,n){if(n.copy(this.quaternions[e.body]).multiply(e.quaternion),!e.elastic){this.point(e.body,e.position,t);return}let s=this.elastic(e.body),r=l=>new P(...l.map(c=>c.reduce((h,u,d)=>h+u*(s[d]??0),0)));this.point(e.body,r(e.elastic.Phi).add(e.position),t);let o=r(e.elastic.Theta),a=o.length();a>0&&n.multiply(new Et().setFromAxisAngle(o.divideScalar(a),a))}point(e,t,n=new P){return n.copy(t).applyQuaternion(this.quaternions[e]).add(this.positions[e])}};function q0(i,e){return[["Controls",D0(i,()=>e.set("mode",-1))]]}function lu(i,e,t){return typeof i=="number"?i+t*(e-i):Array.isArray(i)?i.map((n,s)=>lu(n,e[s],t)):i===null||typeof i!="object"?i:Object.fromEntries(Object.entries(i).map(([n,s])=>[n,lu(s,e[n],t)]))}function TE(i,e){for(let{name:t,low:n,high:s,drawn:r}of i.program.controls){let o=(i.news.values[t]-n)/(s-n);for(let a of r.bodies)e.bodies.reshape(a.body,lu(a.low,a.high,o));for(let a of r.ends)e.symbols.drawings[a.connection].ends[a.end].position.set(...lu(a.low,a.high,o))}}function Y0(i,e,t){let[n,s]=[new ms(t.doc.bodies.length),i.room()],r=t.stage.add(new Br(t.bodies,a=>{let l=i.ghost(a,s);return r.show(l!==null),l?n.set(l):n}));r.show(!1),t.stage.theme(e.get("theme"));let o=i.news.values;i.watch(()=>{i.news.values!==o&&TE(i,t),o=i.news.values}),i.ontime=a=>e.set("t",a),L0(t,e,i,()=>e.set("mode",-1))}function $0(i,e,t,n,s){let r=l=>i.bodies.findIndex(c=>c.name===l),o=(l,c,h)=>{let u=c.findIndex(d=>d.name===h);return u<0?null:{type:l,index:u}},a=()=>(e.flush(),t);return{get:l=>(e.flush(),e.get(l)),set:(l,c)=>{e.set(l,c),e.flush()},select:l=>{e.set("selected",o("body",i.bodies,l)??o("connection",i.connections,l)),e.flush()},place:l=>{let{stage:c,pose:h}=a();return c.project(h.positions[r(l)])},position:l=>a().pose.positions[r(l)].toArray(),pick:(l,c)=>a().stage.meet(l,c)?.thing??null,took:l=>t.stage.took(l),saved:()=>t.stage.saved,frames:()=>t.stage.drawn,picture:()=>a().stage.picture(),settled:()=>(e.flush(),!t.stage.asked),table:()=>(e.flush(),n.table()),measured:()=>a().measure.distance,arrows:()=>{let{arrows:l}=a();return l.parts.filter((c,h)=>l.objects[h].visible).map(c=>`${c.name} ${c.kind}`)},root:l=>{let{arrows:c}=a();return c.objects[c.parts.findIndex(h=>h.name===l)].position.toArray()},colors:()=>a().elastic.largest,corner:l=>{let{elastic:c}=a();return c.corner(l)},camera:()=>a().stage.camera.position.toArray(),floor:()=>t.ground.floor,reach:l=>a().symbols.drawings[i.connections.findIndex(c=>c.name===l)].reach(),way:l=>a().symbols.drawings[i.connections.findIndex(c=>c.name===l)].way,touches:()=>a().contacts.views.map(l=>({name:l.part.name,drawn:l.dot.visible,...l.at(e.get("t"))})),living:s,range:()=>t.source.range(),closeUp:()=>a().closeUp(),project:(l,c,h)=>a().stage.project(new P(l,c,h))}}function pr(i,e){let t=0,n=i.length-1;if(n<=0||e<=i[0])return[0,0];if(e>=i[n])return[n-1,1];for(;n-t>1;){let s=t+n>>1;i[s]<=e?t=s:n=s}return[t,(e-i[t])/(i[n]-i[t])]}function cu(i,e,t,n,s,r=0){let[o,a]=pr(i,t),l=Math.min(o+1,i.length-1);for(let c=0;c<n;c+=1){let h=e[o*n+c];s[r+c]=a===0?h:h+a*(e[l*n+c]-h)}}function gs(i,e,t,n=1,s=0){let[r,o]=pr(i,t),a=e[r*n+s];return o===0?a:a+o*(e[Math.min(r+1,i.length-1)*n+s]-a)}function hu(i,e,t,n=3){return Array.from({length:n},(s,r)=>gs(i,e,t,n,r))}function Al(i){let e=0;for(let t=0;t+2<i.length;t+=3){let n=Math.hypot(i[t],i[t+1],i[t+2]);Number.isFinite(n)&&(e=Math.max(e,n))}return e}function Ki(i,e){return!e||!/^rad(\/|$)/.test(i)?{factor:1,unit:i}:{factor:180/Math.PI,unit:i.replace(/^rad/,"\xB0")}}var Jo=class{constructor(e){this.source=e;this.all=e.channels.flatMap(t=>{let{components:n,unit:s,group:r,id:o}=t;return(n.length?n.map(l=>l.startsWith("[")?`${o}${l}`:`${o}.${l}`):[o]).map((l,c)=>({key:l,channel:t,component:c,unit:s,group:r}))}),this.byKey=new Map(this.all.map(t=>[t.key,t]))}source;all;byKey;find(e){return this.byKey.get(e)}pick(e){return e.flatMap(t=>this.find(t)??[])}times(e){return this.source.channel(e.channel.id).t}value(e,t){let{t:n,y:s}=this.source.channel(e.channel.id);return n.length?gs(n,s,t,e.channel.components.length||1,e.component):NaN}remembered(e){let t=this.source.remembered?.(e.channel.id);return t?{t:t.t,y:Z0(t,e)}:null}at(e,t,n=1){let s=this.times(e);if(t===s)return Z0(this.source.channel(e.channel.id),e).map(a=>n*a);let r=1e-9*((s[s.length-1]??0)-(s[0]??0)),o=a=>a>=s[0]-r&&a<=s[s.length-1]+r;return Float64Array.from({length:t.length},(a,l)=>o(t[l])?n*this.value(e,t[l]):NaN)}union(e){if(e.length===1)return this.times(e[0]);let t=new Set;for(let n of e)for(let s of this.times(n))t.add(s);return Float64Array.from(t).sort()}};function Z0({t:i,y:e},{channel:t,component:n}){let s=t.components.length||1;return Float64Array.from({length:i.length},(r,o)=>e[s*o+n])}function K0(i,e,t,n,s,r){let o=(l,c,h,u)=>V("button",{class:"plain","aria-label":l,title:`${l} (${c})`,onclick:u},Zo(h),V("span",{class:"word","aria-hidden":"true"},l)),a=(l,c,h,u)=>{let d=o(c,h,u,()=>e.toggle(l));return e.watch([l],()=>d.setAttribute("aria-pressed",String(e.get(l)))),d};return V("header",{},a("left","Model list","[","left"),V("span",{class:"brand"},"linkwork"),V("h1",{title:i.name},i.name),V("span",{class:"spring"}),V("div",{class:"tools",role:"toolbar","aria-label":"Picture"},t&&o("Fit","F","fit",()=>t.fit()),t&&a("wire","Wireframe","W","wire"),t&&a("names","Names","N","names"),t&&a("frames","Axes","A","frames"),t&&a("floor","Floor","B","floor"),t&&a("follow","Follow","V","follow"),t&&a("measuring","Measure","R","measure"),i.traces.length>0&&a("traces","Traces","T","traces"),(i.ghost!==null||i.others.length>0)&&a("ghost",i.ghost?"Ghost":"Other runs","G","ghost"),(i.touching.length>0||(t?.contacts.views.length??0)>0)&&a("contacts","Contacts","C","contacts"),r>0&&a("plots","Plots","P","plots")),o("Save","S","save",()=>s.showModal()),o("Light or dark","D","theme",()=>e.set("theme",e.get("theme")==="dark"?"light":"dark")),o("Keys","?","help",()=>n.showModal()),a("right","Details","]","right"))}var AE=[["Space","play, pause"],["\u2190 \u2192","a step back, forward; ten with Shift"],["Home, End","to the start, to the end"],["\u2191 \u2193","faster, slower"],["L","loop"],["F","fit the picture"],["1 2 3 0","look along x, y, z; at an angle"],[", .","turn the picture"],["Page \u2191 \u2193","tilt it"],["+ \u2212","zoom"],["W","wireframe"],["N","names"],["A","axes"],["B","floor"],["T","traces"],["G","ghost"],["C","contacts"],["M","to the next mark on the time line; back with Shift"],["P","plots"],["V","follow what is selected"],["R","measure: click two points"],["O","degrees"],["S","save a picture, a film, numbers"],["[ ]","side panels"],["D","light, dark"],["Esc","nothing selected"],["?","this help"]];function j0(){let i=V("button",{class:"chip",onclick:()=>e.close()},"Close"),e=V("dialog",{class:"help","aria-label":"Keys"},V("h2",{},"Keys"),V("dl",{},...AE.flatMap(([t,n])=>[V("dt",{},V("kbd",{},t)),V("dd",{},n)])),V("p",{class:"quiet"},"Drag to turn, drag with the right button to shift, wheel to zoom, click to pick. Drag on a plot to move in time; the wheel there shows less of it, a double click all."),i);return e.addEventListener("click",t=>{t.target===e&&e.close()}),e}var uu=class{constructor(e){this.values=e}values;listeners=new Map;changed=new Set;asked=!1;get(e){return this.values[e]}all(){return{...this.values}}set(e,t){if(!Object.is(this.values[e],t)){this.values[e]=t;for(let n of this.listeners.get(e)??[])this.changed.add(n);this.asked||!this.changed.size||(this.asked=!0,requestAnimationFrame(()=>this.flush()))}}toggle(e){this.set(e,!this.values[e])}watch(e,t){let n=()=>t();for(let s of e)this.listeners.has(s)||this.listeners.set(s,new Set),this.listeners.get(s).add(n);return t(),()=>{for(let s of e)this.listeners.get(s).delete(n);this.changed.delete(n)}}flush(){this.asked=!1;for(let e of this.changed)this.changed.delete(e),e()}};var Ui=i=>{let[e,t]=i.range();return i.kind==="live"||t>e};function J0(i){let e=window.matchMedia("(prefers-color-scheme: dark)").matches;return new uu({playing:!1,loop:!0,selected:null,hovered:null,amplitude:.5,phase:0,theme:e?"dark":"light",wire:!1,names:!1,frames:!1,floor:!0,traces:!0,ghost:!0,contacts:!0,tab:0,shown:[],arrows:[],grown:0,degrees:!1,follow:!1,measuring:!1,measured:[],coloring:"plain",exaggeration:1,plotKind:"time",difference:!1,window:null,...i})}var Cl=(...i)=>V("dl",{},...i.filter(e=>!!e).flatMap(([e,t])=>[V("dt",{},e),V("dd",{},t)])),jf=i=>V("h3",{},i),Q0=i=>i.filter(e=>!!e),du=class{constructor(e){this.page=e;e.store.watch(["selected","degrees"],()=>this.build())}page;root=V("div",{class:"inspector"});live=()=>{};build(){let e=this.page.store.get("selected");this.live=()=>{},e?e.type==="body"?this.root.replaceChildren(...this.body(e.index)):this.root.replaceChildren(...this.connection(e.index)):this.root.replaceChildren(...this.overview()),this.live()}link(e){let t=e.type==="body"?this.page.doc.bodies:this.page.doc.connections;return V("button",{class:"link",onclick:()=>this.page.store.set("selected",e)},t[e.index].name)}overview(){let{doc:e,source:t,world:n}=this.page,s=e.bodies.slice(1).reduce((c,h)=>c+h.mass,0),[r,o]=t.range(),a=[jf(e.name),Cl(["Bodies",String(e.bodies.length-1)],["Connections",String(e.connections.length)],["Mass",`${rt(s)} kg`],o>r&&["Time",`${rt(r)} \u2026 ${rt(o)} s`],e.channels.length>0&&["Channels",String(e.channels.length)],e.modes.length>0&&["Modes",String(e.modes.length)],e.happened.given>0&&["Happened",this.happened()])];if(t.kind==="recorded"&&o>r){let c=e.poses.times.shape[0];a.push(V("p",{class:"quiet"},`${c} of ${e.poses.given} samples are shown; between them nothing is farther off than ${rt(e.poses.tolerance,2)} m.`))}let l=(n?.symbols.drawings??[]).flatMap((c,h)=>c.isOpen?[h]:[]);return l.length&&a.push(V("h4",{},"Not closed"),V("p",{class:"links"},...l.map(c=>this.link({type:"connection",index:c}))),V("p",{class:"quiet"},"Their conditions are not met in the first pose (red lines between ends that should meet): assemble the model first.")),a.push(V("p",{class:"quiet"},"Pick a body or a connection, in the picture or in the list, to see its numbers.")),a}happened(){let{marks:e,given:t}=this.page.doc.happened,n=r=>{let o=e.filter(a=>a.kind===r).length;return o?`${o} ${r}${o>1?"s":""}`:null},s=["impact","change","event"].map(n).filter(Boolean).join(", ");return t>e.length?`${s} on the time line, of ${t}`:s}body(e){let{doc:t,source:n}=this.page,s=t.bodies[e],r=t.connections.flatMap((d,f)=>d.ends.some(p=>p.body===e)?[f]:[]),o=Ui(n)&&e>0,[a,l,c,h]=Array.from({length:4},()=>V("span",{}));this.live=()=>{let{poses:d,velocities:f}=this.page.now();if(a.textContent=`${dr(d.subarray(7*e,7*e+3))} m`,l.textContent=dr(d.subarray(7*e+3,7*e+7)),!o||!f)return;c.textContent=`${dr(f.subarray(6*e+3,6*e+6),3)} m/s`;let{factor:p,unit:x}=Ki("rad/s",this.page.store.get("degrees"));h.textContent=`${dr(f.subarray(6*e,6*e+3).map(m=>p*m),3)} ${x}`};let u=t.differences?"rates are differences of the poses given":"rates are those of the run";return Q0([jf(s.name),e===0?V("p",{class:"quiet"},"The ground does not move."):Cl(["Mass",`${rt(s.mass)} kg`],["Centre of mass",`${dr(s.com)} m`],["Inertia",this.tensor(s.inertia)]),e>0&&V("h4",{},"Now"),e>0&&Cl(["Position",a],["Attitude",l],o&&["Velocity",c],o&&["Angular vel.",h]),e>0&&V("p",{class:"quiet"},o?`Of the body frame, in world axes; ${u}. The attitude is in Euler parameters.`:"Of the body frame, in world axes; the attitude is in Euler parameters."),this.bodyCurves(s.name),r.length>0&&V("h4",{},"Connected by"),V("p",{class:"links"},...r.map(d=>this.link({type:"connection",index:d})))])}bodyCurves(e){let t=this.page.curves.all.filter(n=>n.group===e);return t.length?V("details",{},V("summary",{},`Plot one of its ${t.length} channels`),V("p",{class:"links"},...t.map(n=>this.plotButton(n,n.key.slice(e.length+1))))):null}tensor(e){let t=V("table",{class:"tensor"},...e.map(n=>V("tr",{},...n.map(s=>V("td",{},rt(s,4))))));return V("div",{},t,V("span",{class:"quiet"},"kg\xB7m\xB2, about the centre of mass"))}connection(e){let{doc:t,store:n,world:s,curves:r,source:o}=this.page,a=t.connections[e],l=V("span",{}),c=r.all.filter(p=>p.group===a.name||p.key.startsWith(`${a.name}.`)).map(p=>({curve:p,value:V("span",{})})),h=t.arrows.flatMap((p,x)=>p.name===a.name?[{arrow:p,j:x,value:V("span",{})}]:[]),u=(s?.contacts.views??[]).filter(p=>p.part.connection===e).map(p=>({view:p,value:V("span",{})}));this.live=()=>{let[p,x]=[s?.symbols.drawings[e].length??0,Ui(o)?2*t.poses.tolerance:1e-9];l.textContent=p<x?"no":`${rt(p)} m`;let m=n.get("t");c.forEach(({curve:_,value:E})=>{let{factor:y,unit:C}=Ki(_.unit,n.get("degrees"));E.textContent=`${rt(y*r.value(_,m))} ${C}`}),u.forEach(({view:_,value:E})=>{E.textContent=CE(_,m)});let{loads:g}=this.page.now();h.forEach(({arrow:_,j:E,value:y})=>{y.textContent=`${dr(g.subarray(3*E,3*E+3))} ${_.kind==="force"?"N":"N\xB7m"}`})};let d=a.ends.map((p,x)=>[x?"and":"Between",V("span",{},this.link({type:"body",index:p.body}),` at ${dr(p.position)}`)]),f=p=>p.slice(a.name.length+1);return Q0([jf(a.name),Cl(["Kind",a.kind],...d,a.ends.length===2&&["Ends apart",l]),h.length>0&&this.arrowButton(a.name),c.length+h.length+u.length>0&&V("h4",{},"Now"),Cl(...c.map(({curve:p,value:x})=>[f(p.key),V("span",{class:"with-plot"},x,this.plotButton(p))]),...h.map(({arrow:p,value:x})=>[`${p.kind} (world)`,x]),...u.map(({view:p,value:x})=>[p.part.name===a.name?"touches":f(p.part.name),x])),V("h4",{},"As given"),V("p",{class:"code"},a.about)])}arrowButton(e){let{store:t}=this.page,n=V("button",{class:"chip",title:"Arrows of the load on the second end stay when something else is selected"},"keep its arrows"),s=()=>n.setAttribute("aria-pressed",String(t.get("arrows").includes(e)));return n.addEventListener("click",()=>{let r=t.get("arrows").filter(o=>o!==e);t.set("arrows",r.length<t.get("arrows").length?r:[...r,e]),s()}),s(),V("p",{class:"links"},n)}plotButton(e,t="plot"){let{store:n,plots:s}=this.page,r=()=>n.get("shown").includes(e.key),o=V("button",{class:"chip","aria-label":`Plot ${e.key}`,"aria-pressed":String(r())},t);return o.addEventListener("click",()=>{s.show(e.key,!r()),o.setAttribute("aria-pressed",String(r()))}),o}};function CE(i,e){let{state:t,normal:n,friction:s}=i.at(e);if(t!=="closed")return t==="hit"?"impact":"no";let[r,o]=[n,s].map(a=>Math.hypot(...a));return r?`${rt(r,4)} N${o>1e-9*r?`, friction ${rt(o,4)} N`:""}`:"impact"}var ey={ArrowLeft:"\u2190",ArrowRight:"\u2192",ArrowUp:"\u2191",ArrowDown:"\u2193",Enter:"\u23CE",Shift:"\u21E7"};function ty(i,e){let{keys:t}=i.program;if(!t.length)return null;let n=new Set,s=(a,l)=>{n.has(a)!==l&&(l?n.add(a):n.delete(a),r[a].setAttribute("aria-pressed",String(l)),e.set("mode",-1),i.press(e.get("t"),a,l),e.set("playing",!0))},r=t.map(({key:a,name:l,pressed:c,unit:h},u)=>V("button",{class:"pedal","aria-label":`Press ${a}: ${l}`,title:`${l} = ${rt(c)} ${h} while pressed (${ey[a]??a.toUpperCase()})`,onpointerdown:d=>{d.preventDefault(),d.target.setPointerCapture(d.pointerId),s(u,!0)},onpointerup:()=>s(u,!1),onpointercancel:()=>s(u,!1)},ey[a]??a.toUpperCase())),o=a=>l=>{let c=t.findIndex(({key:u})=>Hf(l)===(u.length===1?u.toLowerCase():u));if(c<0||l.ctrlKey||l.metaKey||l.altKey)return;let h=l.target instanceof Element&&l.target.matches("input[type=range]:not(:focus-visible)");a&&Wf(l)&&!h||(l.preventDefault(),l.stopImmediatePropagation(),s(c,a))};return window.addEventListener("keydown",o(!0),{capture:!0}),window.addEventListener("keyup",o(!1),{capture:!0}),window.addEventListener("blur",()=>t.forEach((a,l)=>s(l,!1))),V("div",{class:"pedals",role:"group","aria-label":"Keys that act on the model"},...r)}var PE=8,RE=24,fu=i=>fr[i%fr.length];function ny(i,e,t){let n=(c,h)=>{let u=V("input",{type:"checkbox","aria-label":c.key,onchange:()=>t(c.key,u.checked)}),[d,f]=[V("span",{class:"value"}),V("span",{class:"swatch"})];return{row:V("label",{class:"channel",title:c.key},u,f,V("span",{class:"name"},h),d),value:d,curve:c,box:u,swatch:f}},s=i.all.length>RE,r=LE(i).map(({title:c,own:h})=>{let u=h.map(f=>n(f,c&&s&&f.key.slice(c.length+1)||f.key)),d=u.map(({row:f})=>f);return!s||!c?{title:c,rows:u,holder:V("div",{},...d)}:{title:c,rows:u,holder:V("details",{},V("summary",{},`${c} `,V("span",{class:"count"},String(u.length))),...d)}}),o=r.flatMap(c=>c.rows),a=()=>{if(e.get("plots"))for(let{row:c,value:h,curve:u}of o){if(c.parentElement instanceof HTMLDetailsElement&&!c.parentElement.open)continue;let{factor:d,unit:f}=Ki(u.unit,e.get("degrees"));h.textContent=`${rt(d*i.value(u,e.get("t")),4)} ${f}`}};e.watch(["shown"],()=>{let c=e.get("shown");for(let{row:h,box:u,swatch:d,curve:f}of o)u.checked=c.includes(f.key),h.classList.toggle("on",u.checked),d.style.background=u.checked?fu(c.indexOf(f.key)):"";for(let{holder:h,rows:u}of r)h instanceof HTMLDetailsElement&&u.some(({box:d})=>d.checked)&&(h.open=!0)}),e.watch(["t","grown","degrees","plots"],a);let l=V("div",{class:"channels",role:"group","aria-label":"Channels"},...r.map(({holder:c})=>c));return l.addEventListener("toggle",a,!0),V("div",{class:"choose"},o.length>PE&&IE(r,o.length,a),l)}function IE(i,e,t){let n=V("input",{type:"search",placeholder:`${e} channels: search`,"aria-label":"Filter channels"});return n.addEventListener("input",()=>{let s=n.value.toLowerCase().split(/\s+/).filter(Boolean);for(let{holder:r,rows:o}of i){let a=0;for(let{row:l,curve:c}of o)l.hidden=!s.every(h=>c.key.toLowerCase().includes(h)),l.hidden||(a+=1);r.hidden=a===0,r instanceof HTMLDetailsElement&&s.length&&(r.open=a>0)}t()}),n}function LE(i){let e=new Map([["",[]]]);for(let t of i.all)e.set(t.group,[...e.get(t.group)??[],t]);return[...e].filter(([,t])=>t.length).map(([t,n])=>({title:t,own:n}))}var DE="uplot",NE="u-hz",UE="u-vt",FE="u-title",OE="u-wrap",BE="u-under",kE="u-over",zE="u-axis",Vr="u-off",VE="u-select",GE="u-cursor-x",HE="u-cursor-y",WE="u-cursor-pt",XE="u-legend",qE="u-live",YE="u-inline",$E="u-series",ZE="u-marker",iy="u-label",KE="u-value",Rl="width",Il="height";var sy="bottom",Qo="left",Jf="right",mp="#000",ry=mp+"0",Qf="mousemove",oy="mousedown",ep="mouseup",ay="mouseenter",ly="mouseleave",cy="dblclick",jE="resize",JE="scroll",hy="change",xu="dppxchange",gp="--",oa=typeof window<"u",rp=oa?document:null,ta=oa?window:null,QE=oa?navigator:null,Ct,pu;function op(){let i=devicePixelRatio;Ct!=i&&(Ct=i,pu&&lp(hy,pu,op),pu=matchMedia(`(min-resolution: ${Ct-.001}dppx) and (max-resolution: ${Ct+.001}dppx)`),Gr(hy,pu,op),ta.dispatchEvent(new CustomEvent(xu)))}function Si(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function ap(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function Zt(i,e,t){i.style[e]=t+"px"}function ji(i,e,t,n){let s=rp.createElement(i);return e!=null&&Si(s,e),t?.insertBefore(s,n),s}function Fi(i,e){return ji("div",i,e)}var uy=new WeakMap;function ys(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=uy.get(i);r!=o&&(i.style.transform=r,uy.set(i,r),e<0||t<0||e>n||t>s?Si(i,Vr):ap(i,Vr))}var dy=new WeakMap;function fy(i,e,t){let n=e+t,s=dy.get(i);n!=s&&(dy.set(i,n),i.style.background=e,i.style.borderColor=t)}var py=new WeakMap;function my(i,e,t,n){let s=e+""+t,r=py.get(i);s!=r&&(py.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var yp={passive:!0},eT={...yp,capture:!0};function Gr(i,e,t,n){e.addEventListener(i,t,n?eT:yp)}function lp(i,e,t,n){e.removeEventListener(i,t,yp)}oa&&op();function Ji(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:Mi((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function Hy(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var Wy=i=>i!=null,Xy=i=>i!=null&&i>0,bu=Hy(Wy),tT=Hy(Xy);function nT(i,e,t,n=0,s=!1){let r=s?tT:bu,o=s?Xy:Wy;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??zt,l??-zt]}function Su(i,e,t,n){let s=xy(i),r=xy(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?ks:qy,a=s==1?Mi:Oi,l=r==1?Oi:Mi,c=a(o(En(i))),h=l(o(En(e))),u=na(t,c),d=na(t,h);return t==10&&(c<0&&(u=Vt(u,-c)),h<0&&(d=Vt(d,-h))),n||t==2?(i=u*s,e=d*r):(i=Ky(i,u),e=Mu(e,d)),[i,e]}function xp(i,e,t,n){let s=Su(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var _p=.1,gy={mode:3,pad:_p},Dl={pad:0,soft:null,mode:0},iT={min:Dl,max:Dl};function _u(i,e,t,n){return wu(t)?yy(i,e,t):(Dl.pad=t,Dl.soft=n?0:null,Dl.mode=n?3:0,yy(i,e,iT))}function Tt(i,e){return i??e}function sT(i,e,t){for(e=Tt(e,0),t=Tt(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function yy(i,e,t){let n=t.min,s=t.max,r=Tt(n.pad,0),o=Tt(s.pad,0),a=Tt(n.hard,-zt),l=Tt(s.hard,zt),c=Tt(n.soft,zt),h=Tt(s.soft,-zt),u=Tt(n.mode,0),d=Tt(s.mode,0),f=e-i,p=ks(f),x=ri(En(i),En(e)),m=ks(x),g=En(m-p);(f<1e-24||g>10)&&(f=0,(i==0||e==0)&&(f=1e-24,u==2&&c!=zt&&(r=0),d==2&&h!=-zt&&(o=0)));let _=f||x||1e3,E=ks(_),y=na(10,Mi(E)),C=_*(f==0?i==0?.1:1:r),M=Vt(Ky(i-C,y/10),24),v=i>=c&&(u==1||u==3&&M<=c||u==2&&M>=c)?c:zt,S=ri(a,M<v&&i>=v?v:Qi(v,M)),F=_*(f==0?e==0?.1:1:o),L=Vt(Mu(e+F,y/10),24),D=e<=h&&(d==1||d==3&&L>=h||d==2&&L<=h)?h:-zt,k=Qi(l,L>D&&e<=D?D:ri(D,L));return S==k&&S==0&&(k=100),[S,k]}var rT=new Intl.NumberFormat(oa?QE.language:"en-US"),vp=i=>rT.format(i),wi=Math,yu=wi.PI,En=wi.abs,Mi=wi.floor,wn=wi.round,Oi=wi.ceil,Qi=wi.min,ri=wi.max,na=wi.pow,xy=wi.sign,ks=wi.log10,qy=wi.log2,oT=(i,e=1)=>wi.sinh(i)*e,tp=(i,e=1)=>wi.asinh(i/e),zt=1/0;function _y(i){return(ks((i^i>>31)-(i>>31))|0)+1}function cp(i,e,t){return Qi(ri(i,e),t)}function Yy(i){return typeof i=="function"}function vt(i){return Yy(i)?i:()=>i}var aT=()=>{},$y=i=>i,Zy=(i,e)=>e,lT=i=>null,vy=i=>!0,by=(i,e)=>i==e,cT=/\.\d*?(?=9{6,}|0{6,})/gm,Hr=i=>{if(Jy(i)||gr.has(i))return i;let e=`${i}`,t=e.match(cT);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Hr(s)}e${r}`}return Vt(i,n)};function kr(i,e){return Hr(Vt(Hr(i/e))*e)}function Mu(i,e){return Hr(Oi(Hr(i/e))*e)}function Ky(i,e){return Hr(Mi(Hr(i/e))*e)}function Vt(i,e=0){if(Jy(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return wn(n)/t}var gr=new Map;function jy(i){return((""+i).split(".")[1]||"").length}function Ul(i,e,t,n){let s=[],r=n.map(jy);for(let o=e;o<t;o++){let a=En(o),l=Vt(na(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:Vt(h,u);s.push(d),gr.set(d,u)}}return s}var Nl={},bp=[],ia=[null,null],mr=Array.isArray,Jy=Number.isInteger,hT=i=>i===void 0;function Sy(i){return typeof i=="string"}function wu(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function uT(i){return i!=null&&typeof i=="object"}var dT=Object.getPrototypeOf(Uint8Array),Qy="__proto__";function sa(i,e=wu){let t;if(mr(i)){let n=i.find(s=>s!=null);if(mr(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=sa(i[s],e)}else t=i.slice()}else if(i instanceof dT)t=i.slice();else if(e(i)){t={};for(let n in i)n!=Qy&&(t[n]=sa(i[n],e))}else t=i;return t}function yn(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=Qy&&(wu(i[s])?yn(i[s],sa(n[s])):i[s]=sa(n[s]))}return i}var fT=0,pT=1,mT=2;function gT(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function yT(i,e){if(vT(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return bT(o[0])||(o=_T(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=e?e[o][c]:pT,f=[];for(let p=0;p<h.length;p++){let x=h[p],m=r.get(l[p]);x===null?d!=fT&&(u[m]=x,d==mT&&f.push(m)):u[m]=x}gT(u,f,s),n.push(u)}}return n}var xT=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function _T(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function vT(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function bT(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=ri(1,Mi((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var ex=["January","February","March","April","May","June","July","August","September","October","November","December"],tx=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function nx(i){return i.slice(0,3)}var ST=tx.map(nx),MT=ex.map(nx),wT={MMMM:ex,MMM:MT,WWWW:tx,WWW:ST};function Pl(i){return(i<10?"0":"")+i}function ET(i){return(i<10?"00":i<100?"0":"")+i}var TT={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>Pl(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Pl(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>Pl(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Pl(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Pl(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>ET(i.getMilliseconds())};function Sp(i,e){e=e||wT;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?TT[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var AT=new Intl.DateTimeFormat().resolvedOptions().timeZone;function CT(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==AT?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var ix=i=>i%1==0,vu=[1,2,2.5,5],PT=Ul(10,-32,0,vu),sx=Ul(10,0,32,vu),RT=sx.filter(ix),zr=PT.concat(sx),Mp=`
`,rx="{YYYY}",My=Mp+rx,ox="{M}/{D}",Ll=Mp+ox,mu=Ll+"/{YY}",ax="{aa}",IT="{h}:{mm}",ea=IT+ax,wy=Mp+ea,Ey=":{ss}",Dt=null;function lx(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?Ul(10,0,3,vu).filter(ix):Ul(10,-3,0,vu)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,rx,Dt,Dt,Dt,Dt,Dt,Dt,1],[s*28,"{MMM}",My,Dt,Dt,Dt,Dt,Dt,1],[s,ox,My,Dt,Dt,Dt,Dt,Dt,1],[n,"{h}"+ax,mu,Dt,Ll,Dt,Dt,Dt,1],[t,ea,mu,Dt,Ll,Dt,Dt,Dt,1],[e,Ey,mu+" "+ea,Dt,Ll+" "+ea,Dt,wy,Dt,1],[i,Ey+".{fff}",mu+" "+ea,Dt,Ll+" "+ea,Dt,wy,Dt,1]];function h(u){return(d,f,p,x,m,g)=>{let _=[],E=m>=o,y=m>=r&&m<o,C=u(p),M=Vt(C*i,3),v=np(C.getFullYear(),E?0:C.getMonth(),y||E?1:C.getDate()),S=Vt(v*i,3);if(y||E){let F=y?m/r:0,L=E?m/o:0,D=M==S?M:Vt(np(v.getFullYear()+L,v.getMonth()+F,1)*i,3),k=new Date(wn(D/i)),G=k.getFullYear(),N=k.getMonth();for(let W=0;D<=x;W++){let Y=np(G+L*W,N+F*W,1),H=Y-u(Vt(Y*i,3));D=Vt((+Y+H)*i,3),D<=x&&_.push(D)}}else{let F=m>=s?s:m,L=Mi(p)-Mi(M),D=S+L+Mu(M-S,F);_.push(D);let k=u(D),G=k.getHours()+k.getMinutes()/t+k.getSeconds()/n,N=m/n,W=d.axes[f]._space,Y=g/W;for(;D=Vt(D+m,i==1?0:3),!(D>x);)if(N>1){let H=Mi(Vt(G+N,6))%24,J=u(D).getHours()-H;J>1&&(J=-1),D-=J*n,G=(G+N)%24;let te=_[_.length-1];Vt((D-te)/m,3)*Y>=.7&&_.push(D)}else _.push(D)}return _}}return[l,c,h]}var[LT,DT,NT]=lx(1),[UT,FT,OT]=lx(.001);Ul(2,-53,53,[1]);function Ty(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function Ay(i,e){return(t,n,s,r,o)=>{let a=e.find(p=>o>=p[0])||e[e.length-1],l,c,h,u,d,f;return n.map(p=>{let x=i(p),m=x.getFullYear(),g=x.getMonth(),_=x.getDate(),E=x.getHours(),y=x.getMinutes(),C=x.getSeconds(),M=m!=l&&a[2]||g!=c&&a[3]||_!=h&&a[4]||E!=u&&a[5]||y!=d&&a[6]||C!=f&&a[7]||a[1];return l=m,c=g,h=_,u=E,d=y,f=C,M(x)})}}function BT(i,e){let t=Sp(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function np(i,e,t){return new Date(i,e,t)}function Cy(i,e){return e(i)}var kT="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Py(i,e){return(t,n,s,r)=>r==null?gp:e(i(n))}function zT(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function VT(i,e){return i.series[e].fill(i,e)}var GT={show:!0,live:!0,isolate:!1,mount:aT,markers:{show:!0,width:2,stroke:zT,fill:VT,dash:"solid"},idx:null,idxs:null,values:[]};function HT(i,e){let t=i.cursor.points,n=Fi(),s=t.size(i,e);Zt(n,Rl,s),Zt(n,Il,s);let r=s/-2;Zt(n,"marginLeft",r),Zt(n,"marginTop",r);let o=t.width(i,e,s);return o&&Zt(n,"borderWidth",o),n}function WT(i,e){let t=i.series[e].points;return t._fill||t._stroke}function XT(i,e){let t=i.series[e].points;return t._stroke||t._fill}function qT(i,e){return i.series[e].points.size}var ip=[0,0];function YT(i,e,t){return ip[0]=e,ip[1]=t,ip}function gu(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function sp(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var $T={show:!0,x:!0,y:!0,lock:!1,move:YT,points:{one:!1,show:HT,size:qT,width:0,stroke:XT,fill:WT},bind:{mousedown:gu,mouseup:gu,click:gu,dblclick:gu,mousemove:sp,mouseleave:sp,mouseenter:sp},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},cx={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},wp=yn({},cx,{filter:Zy}),hx=yn({},wp,{size:10}),ux=yn({},cx,{show:!1}),Ep='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',dx="bold "+Ep,fx=1.5,Ry={show:!0,scale:"x",stroke:mp,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:dx,side:2,grid:wp,ticks:hx,border:ux,font:Ep,lineGap:fx,rotate:0},ZT="Value",KT="Time",Iy={show:!0,scale:"x",auto:!1,sorted:1,min:zt,max:-zt,idxs:[]};function jT(i,e,t,n,s){return e.map(r=>r==null?"":vp(r))}function JT(i,e,t,n,s,r,o){let a=[],l=gr.get(s)||0;t=o?t:Vt(Mu(t,s),l);for(let c=t;c<=n;c=Vt(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function hp(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?ks:qy,h=Mi(c(t));s=na(l,h),l==10&&(s=zr[Ji(s,zr)]);let u=t,d=s*l;l==10&&(d=zr[Ji(d,zr)]);do a.push(u),u=u+s,l==10&&!gr.has(u)&&(u=Vt(u,gr.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=zr[Ji(d,zr)]));while(u<=n);return a}function QT(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].scale].asinh,c=n>l?hp(i,e,ri(l,t),n,s):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?hp(i,e,ri(l,-n),-t,s):[l]).reverse().map(d=>-d).concat(h,c)}var px=/./,eA=/[12357]/,tA=/[125]/,Ly=/1/,up=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function nA(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?px:l(7,o)-h>=c?eA:l(5,o)-h>=c?tA:Ly;if(u==Ly){let d=En(l(1,o)-h);if(d<c)return up(e.slice().reverse(),a.distr,u,Oi(c/d)).reverse()}return up(e,a.distr,u,1)}function iA(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=En(l(1,o)-l(2,o));return c<a?up(e.slice().reverse(),3,px,Oi(a/c)).reverse():e}function sA(i,e,t,n){return n==null?gp:e==null?"":vp(e)}var Dy={show:!0,scale:"y",stroke:mp,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:dx,side:3,grid:wp,ticks:hx,border:ux,font:Ep,lineGap:fx,rotate:0};function rA(i,e){let t=3+(i||1)*2;return Vt(t*e,3)}function oA(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=En(o-r),l=i.series[e],c=a/(l.points.space*Ct);return n[1]-n[0]<=c}var Ny={scale:null,auto:!0,sorted:0,min:zt,max:-zt},mx=(i,e,t,n,s)=>s,Uy={show:!0,auto:!0,sorted:0,gaps:mx,alpha:1,facets:[yn({},Ny,{scale:"x"}),yn({},Ny,{scale:"y"})]},Fy={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:mx,alpha:1,points:{show:oA,filter:null},values:null,min:zt,max:-zt,idxs:[],path:null,clip:null};function aA(i,e,t,n,s){return t/10}var gx={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},lA=yn({},gx,{time:!1,ori:1}),Oy={};function yx(i,e){let t=Oy[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(Oy[i]=t)),t}var ra=1,dp=2;function Wr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,x=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?t(s,l,c,h,u,m,g,d,f,p,x,Tu,aa,Cu,_x,bx):t(s,l,c,h,u,g,m,f,d,x,p,Au,la,Cp,vx,Sx)}function Tp(i,e){let t=0,n=0,s=Tt(i.bands,bp);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function cA(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function zs(i,e,t,n,s,r){return Wr(i,e,(o,a,l,c,h,u,d,f,p,x,m)=>{let g=o.pxRound,_=c.dir*(c.ori==0?1:-1),E=c.ori==0?aa:la,y,C;_==1?(y=t,C=n):(y=n,C=t);let M=g(u(a[y],c,x,f)),v=g(d(l[y],h,m,p)),S=g(u(a[C],c,x,f)),F=g(d(r==1?h.max:h.min,h,m,p)),L=new Path2D(s);return E(L,S,F),E(L,M,F),E(L,M,v),L})}function Eu(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?Cu:Cp,l=t;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=t+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function hA(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function Ap(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(i[u]),p=d==u?f:r(i[d]),x=u-s;f=o<=0&&x>=0&&x<l?r(i[x]):f;let g=d+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=f&&a.push([f,p])}return a}function By(i){return i==0?$y:i==1?wn:e=>kr(e,i)}function xx(i){let e=i==0?Tu:Au,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Qi(c,a/2,l/2),h=Qi(h,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,h),t(s,r,o+l,r,o,h),t(s,r,o,r+a,o,c),s.closePath())}}var Tu=(i,e,t)=>{i.moveTo(e,t)},Au=(i,e,t)=>{i.moveTo(t,e)},aa=(i,e,t)=>{i.lineTo(e,t)},la=(i,e,t)=>{i.lineTo(t,e)},Cu=xx(0),Cp=xx(1),_x=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},vx=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},bx=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},Sx=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function Mx(i){return(e,t,n,s,r)=>Wr(e,t,(o,a,l,c,h,u,d,f,p,x,m)=>{let{pxRound:g,points:_}=o,E,y;c.ori==0?(E=Tu,y=_x):(E=Au,y=vx);let C=Vt(_.width*Ct,3),M=(_.size-_.width)/2*Ct,v=Vt(M*2,3),S=new Path2D,F=new Path2D,{left:L,top:D,width:k,height:G}=e.bbox;Cu(F,L-v,D-v,k+v*2,G+v*2);let N=W=>{if(l[W]!=null){let Y=g(u(a[W],c,x,f)),H=g(d(l[W],h,m,p));E(S,Y+M,H),y(S,Y,H,M,0,yu*2)}};if(r)r.forEach(N);else for(let W=n;W<=s;W++)N(W);return{stroke:C>0?S:null,fill:S,clip:F,flags:ra|dp}})}function wx(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var uA=wx(aa),dA=wx(la);function Ex(i){let e=Tt(i?.alignGaps,0);return(t,n,s,r)=>Wr(t,n,(o,a,l,c,h,u,d,f,p,x,m)=>{[s,r]=bu(l,s,r);let g=o.pxRound,_=G=>g(u(G,c,x,f)),E=G=>g(d(G,h,m,p)),y,C;c.ori==0?(y=aa,C=uA):(y=la,C=dA);let M=c.dir*(c.ori==0?1:-1),v={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:ra},S=v.stroke,F=!1;if(r-s>=x*4){let G=ue=>t.posToVal(ue,c.key,!0),N=null,W=null,Y,H,le,Z=_(a[M==1?s:r]),J=_(a[s]),te=_(a[r]),de=G(M==1?J+1:te-1);for(let ue=M==1?s:r;ue>=s&&ue<=r;ue+=M){let ee=a[ue],xe=(M==1?ee<de:ee>de)?Z:_(ee),Ae=l[ue];xe==Z?Ae!=null?(H=Ae,N==null?(y(S,xe,E(H)),Y=N=W=H):H<N?N=H:H>W&&(W=H)):Ae===null&&(F=!0):(N!=null&&C(S,Z,E(N),E(W),E(Y),E(H)),Ae!=null?(H=Ae,y(S,xe,E(H)),N=W=Y=H):(N=W=null,Ae===null&&(F=!0)),Z=xe,de=G(Z+M))}N!=null&&N!=W&&le!=Z&&C(S,Z,E(N),E(W),E(Y),E(H))}else for(let G=M==1?s:r;G>=s&&G<=r;G+=M){let N=l[G];N===null?F=!0:N!=null&&y(S,_(a[G]),E(N))}let[D,k]=Tp(t,n);if(o.fill!=null||D!=0){let G=v.fill=new Path2D(S),N=o.fillTo(t,n,o.min,o.max,D),W=E(N),Y=_(a[s]),H=_(a[r]);M==-1&&([H,Y]=[Y,H]),y(G,H,W),y(G,Y,W)}if(!o.spanGaps){let G=[];F&&G.push(...Ap(a,l,s,r,M,_,e)),v.gaps=G=o.gaps(t,n,s,r,G),v.clip=Eu(G,c.ori,f,p,x,m)}return k!=0&&(v.band=k==2?[zs(t,n,s,r,S,-1),zs(t,n,s,r,S,1)]:zs(t,n,s,r,S,k)),v})}function fA(i){let e=Tt(i.align,1),t=Tt(i.ascDesc,!1),n=Tt(i.alignGaps,0),s=Tt(i.extend,!1);return(r,o,a,l)=>Wr(r,o,(c,h,u,d,f,p,x,m,g,_,E)=>{[a,l]=bu(u,a,l);let y=c.pxRound,{left:C,width:M}=r.bbox,v=J=>y(p(J,d,_,m)),S=J=>y(x(J,f,E,g)),F=d.ori==0?aa:la,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:ra},D=L.stroke,k=d.dir*(d.ori==0?1:-1),G=S(u[k==1?a:l]),N=v(h[k==1?a:l]),W=N,Y=N;s&&e==-1&&(Y=C,F(D,Y,G)),F(D,N,G);for(let J=k==1?a:l;J>=a&&J<=l;J+=k){let te=u[J];if(te==null)continue;let de=v(h[J]),ue=S(te);e==1?F(D,de,G):F(D,W,ue),F(D,de,ue),G=ue,W=de}let H=W;s&&e==1&&(H=C+M,F(D,H,G));let[le,Z]=Tp(r,o);if(c.fill!=null||le!=0){let J=L.fill=new Path2D(D),te=c.fillTo(r,o,c.min,c.max,le),de=S(te);F(J,H,de),F(J,Y,de)}if(!c.spanGaps){let J=[];J.push(...Ap(h,u,a,l,k,v,n));let te=c.width*Ct/2,de=t||e==1?te:-te,ue=t||e==-1?-te:te;J.forEach(ee=>{ee[0]+=de,ee[1]+=ue}),L.gaps=J=c.gaps(r,o,a,l,J),L.clip=Eu(J,d.ori,m,g,_,E)}return Z!=0&&(L.band=Z==2?[zs(r,o,a,l,D,-1),zs(r,o,a,l,D,1)]:zs(r,o,a,l,D,Z)),L})}function ky(i,e,t,n,s,r,o=zt){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let h=En(i[l]-i[a]);h<c&&(c=h,o=En(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function pA(i){i=i||Nl;let e=Tt(i.size,[.6,zt,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=vt(s),o=1-e[0],a=Tt(e[1],zt),l=Tt(e[2],1),c=Tt(i.disp,Nl),h=Tt(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,x,m)=>Wr(f,p,(g,_,E,y,C,M,v,S,F,L,D)=>{let k=g.pxRound,G=t,N=n*Ct,W=a*Ct,Y=l*Ct,H,le;y.ori==0?[H,le]=r(f,p):[le,H]=r(f,p);let Z=y.dir*(y.ori==0?1:-1),J=y.ori==0?Cu:Cp,te=y.ori==0?h:(Re,Ze,at,Me,kt,Ve,Ye)=>{h(Re,Ze,at,kt,Me,Ye,Ve)},de=Tt(f.bands,bp).find(Re=>Re.series[0]==p),ue=de!=null?de.dir:0,ee=g.fillTo(f,p,g.min,g.max,ue),me=k(v(ee,C,D,F)),xe,Ae,Se,We=L,ot=k(g.width*Ct),Ge=!1,pt=null,ht=null,it=null,jt=null;u!=null&&(ot==0||d!=null)&&(Ge=!0,pt=u.values(f,p,x,m),ht=new Map,new Set(pt).forEach(Re=>{Re!=null&&ht.set(Re,new Path2D)}),ot>0&&(it=d.values(f,p,x,m),jt=new Map,new Set(it).forEach(Re=>{Re!=null&&jt.set(Re,new Path2D)})));let{x0:Gt,size:hn}=c;if(Gt!=null&&hn!=null){G=1,_=Gt.values(f,p,x,m),Gt.unit==2&&(_=_.map(at=>f.posToVal(S+at*L,y.key,!0)));let Re=hn.values(f,p,x,m);hn.unit==2?Ae=Re[0]*L:Ae=M(Re[0],y,L,S)-M(0,y,L,S),We=ky(_,E,M,y,L,S,We),Se=We-Ae+N}else We=ky(_,E,M,y,L,S,We),Se=We*o+N,Ae=We-Se;Se<1&&(Se=0),ot>=Ae/2&&(ot=0),Se<5&&(k=$y);let Ot=Se>0,An=We-Se-(Ot?ot:0);Ae=k(cp(An,Y,W)),xe=(G==0?Ae/2:G==Z?0:Ae)-G*Z*((G==0?N/2:0)+(Ot?ot/2:0));let St={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},xn=Ge?null:new Path2D,en=null;if(de!=null)en=f.data[de.series[1]];else{let{y0:Re,y1:Ze}=c;Re!=null&&Ze!=null&&(E=Ze.values(f,p,x,m),en=Re.values(f,p,x,m))}let un=H*Ae,B=le*Ae;for(let Re=Z==1?x:m;Re>=x&&Re<=m;Re+=Z){let Ze=E[Re];if(Ze==null)continue;if(en!=null){let q=en[Re]??0;if(Ze-q==0)continue;me=v(q,C,D,F)}let at=y.distr!=2||c!=null?_[Re]:Re,Me=M(at,y,L,S),kt=v(Tt(Ze,ee),C,D,F),Ve=k(Me-xe),Ye=k(ri(kt,me)),R=k(Qi(kt,me)),w=Ye-R;if(Ze!=null){let q=Ze<0?B:un,he=Ze<0?un:B;Ge?(ot>0&&it[Re]!=null&&J(jt.get(it[Re]),Ve,R+Mi(ot/2),Ae,ri(0,w-ot),q,he),pt[Re]!=null&&J(ht.get(pt[Re]),Ve,R+Mi(ot/2),Ae,ri(0,w-ot),q,he)):J(xn,Ve,R+Mi(ot/2),Ae,ri(0,w-ot),q,he),te(f,p,Re,Ve-ot/2,R,Ae+ot,w)}}return ot>0?St.stroke=Ge?jt:xn:Ge||(St._fill=g.width==0?g._fill:g._stroke??g._fill,St.width=0),St.fill=Ge?ht:xn,St})}function mA(i,e){let t=Tt(e?.alignGaps,0);return(n,s,r,o)=>Wr(n,s,(a,l,c,h,u,d,f,p,x,m,g)=>{[r,o]=bu(c,r,o);let _=a.pxRound,E=H=>_(d(H,h,m,p)),y=H=>_(f(H,u,g,x)),C,M,v;h.ori==0?(C=Tu,v=aa,M=bx):(C=Au,v=la,M=Sx);let S=h.dir*(h.ori==0?1:-1),F=E(l[S==1?r:o]),L=F,D=[],k=[];for(let H=S==1?r:o;H>=r&&H<=o;H+=S)if(c[H]!=null){let Z=l[H],J=E(Z);D.push(L=J),k.push(y(c[H]))}let G={stroke:i(D,k,C,v,M,_),fill:null,clip:null,band:null,gaps:null,flags:ra},N=G.stroke,[W,Y]=Tp(n,s);if(a.fill!=null||W!=0){let H=G.fill=new Path2D(N),le=a.fillTo(n,s,a.min,a.max,W),Z=y(le);v(H,L,Z),v(H,F,Z)}if(!a.spanGaps){let H=[];H.push(...Ap(l,c,r,o,S,E,t)),G.gaps=H=a.gaps(n,s,r,o,H),G.clip=Eu(H,h.ori,p,x,m,g)}return Y!=0&&(G.band=Y==2?[zs(n,s,r,o,N,-1),zs(n,s,r,o,N,1)]:zs(n,s,r,o,N,Y)),G})}function gA(i){return mA(yA,i)}function yA(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=e[d+1]-e[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,e[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,e[d+1]-l[d+1]*u[d]/3,i[d+1],e[d+1])}return a}var fp=new Set;function zy(){for(let i of fp)i.syncRect(!0)}oa&&(Gr(jE,ta,zy),Gr(JE,ta,zy,!0),Gr(xu,ta,()=>{Fn.pxRatio=Ct}));var xA=Ex(),_A=Mx();function Vy(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>pp(r,o,e,t))}function vA(i,e){return i.map((t,n)=>n==0?{}:yn({},e,t))}function pp(i,e,t,n){return yn({},e==0?t:n,i)}function Tx(i,e,t){return e==null?ia:[e,t]}var bA=Tx;function SA(i,e,t){return e==null?ia:_u(e,t,_p,!0)}function Ax(i,e,t,n){return e==null?ia:Su(e,t,i.scales[n].log,!1)}var MA=Ax;function Cx(i,e,t,n){return e==null?ia:xp(e,t,i.scales[n].log,!1)}var wA=Cx;function EA(i,e,t,n,s){let r=ri(_y(i),_y(e)),o=e-i,a=Ji(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?gr.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function Gy(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=wn((t=+s)*Ct))+"px"),[i,e,t]}function TA(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=Vt(e[2]*Ct,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Fn(i,e,t){let n={mode:Tt(i.mode,1)},s=n.mode;function r(b,T,I,U){let X=T.valToPct(b);return U+I*(T.dir==-1?1-X:X)}function o(b,T,I,U){let X=T.valToPct(b);return U+I*(T.dir==-1?X:1-X)}function a(b,T,I,U){return T.ori==0?r(b,T,I,U):o(b,T,I,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Fi(DE);if(i.id!=null&&(c.id=i.id),Si(c,i.class),i.title){let b=Fi(FE,c);b.textContent=i.title}let h=ji("canvas"),u=n.ctx=h.getContext("2d"),d=Fi(OE,c);Gr("click",d,b=>{b.target===p&&(Xt!=no||Jt!=io)&&On.click(n,b)},!0);let f=n.under=Fi(BE,d);d.appendChild(h);let p=n.over=Fi(kE,d);i=sa(i);let x=+Tt(i.pxAlign,1),m=By(x);(i.plugins||[]).forEach(b=>{b.opts&&(i=b.opts(n,i)||i)});let g=i.ms||.001,_=n.series=s==1?Vy(i.series||[],Iy,Fy,!1):vA(i.series||[null],Uy),E=n.axes=Vy(i.axes||[],Ry,Dy,!0),y=n.scales={},C=n.bands=i.bands||[];C.forEach(b=>{b.fill=vt(b.fill||null),b.dir=Tt(b.dir,-1)});let M=s==2?_[1].facets[0].scale:_[0].scale,v={axes:ws,series:gt},S=(i.drawOrder||["axes","series"]).map(b=>v[b]);function F(b){let T=b.distr==3?I=>ks(I>0?I:b.clamp(n,I,b.min,b.max,b.key)):b.distr==4?I=>tp(I,b.asinh):b.distr==100?I=>b.fwd(I):I=>I;return I=>{let U=T(I),{_min:X,_max:j}=b,ae=j-X;return(U-X)/ae}}function L(b){let T=y[b];if(T==null){let I=(i.scales||Nl)[b]||Nl;if(I.from!=null){L(I.from);let U=yn({},y[I.from],I,{key:b});U.valToPct=F(U),y[b]=U}else{T=y[b]=yn({},b==M?gx:lA,I),T.key=b;let U=T.time,X=T.range,j=mr(X);if((b!=M||s==2&&!U)&&(j&&(X[0]==null||X[1]==null)&&(X={min:X[0]==null?gy:{mode:1,hard:X[0],soft:X[0]},max:X[1]==null?gy:{mode:1,hard:X[1],soft:X[1]}},j=!1),!j&&wu(X))){let ae=X;X=(fe,ve,Ne)=>ve==null?ia:_u(ve,Ne,ae)}T.range=vt(X||(U?bA:b==M?T.distr==3?MA:T.distr==4?wA:Tx:T.distr==3?Ax:T.distr==4?Cx:SA)),T.auto=vt(j?!1:T.auto),T.clamp=vt(T.clamp||aA),T._min=T._max=null,T.valToPct=F(T)}}}L("x"),L("y"),s==1&&_.forEach(b=>{L(b.scale)}),E.forEach(b=>{L(b.scale)});for(let b in i.scales)L(b);let D=y[M],k=D.distr,G,N;D.ori==0?(Si(c,NE),G=r,N=o):(Si(c,UE),G=o,N=r);let W={};for(let b in y){let T=y[b];(T.min!=null||T.max!=null)&&(W[b]={min:T.min,max:T.max},T.min=T.max=null)}let Y=i.tzDate||(b=>new Date(wn(b/g))),H=i.fmtDate||Sp,le=g==1?NT(Y):OT(Y),Z=Ay(Y,Ty(g==1?DT:FT,H)),J=Py(Y,Cy(kT,H)),te=[],de=n.legend=yn({},GT,i.legend),ue=n.cursor=yn({},$T,{drag:{y:s==2}},i.cursor),ee=de.show,me=ue.show,xe=de.markers;de.idxs=te,xe.width=vt(xe.width),xe.dash=vt(xe.dash),xe.stroke=vt(xe.stroke),xe.fill=vt(xe.fill);let Ae,Se,We,ot=[],Ge=[],pt,ht=!1,it={};if(de.live){let b=_[1]?_[1].values:null;ht=b!=null,pt=ht?b(n,1,0):{_:0};for(let T in pt)it[T]=gp}if(ee)if(Ae=ji("table",XE,c),We=ji("tbody",null,Ae),de.mount(n,Ae),ht){Se=ji("thead",null,Ae,We);let b=ji("tr",null,Se);ji("th",null,b);for(var jt in pt)ji("th",iy,b).textContent=jt}else Si(Ae,YE),de.live&&Si(Ae,qE);let Gt={show:!0},hn={show:!1};function Ot(b,T){if(T==0&&(ht||!de.live||s==2))return ia;let I=[],U=ji("tr",$E,We,We.childNodes[T]);Si(U,b.class),b.show||Si(U,Vr);let X=ji("th",null,U);if(xe.show){let fe=Fi(ZE,X);if(T>0){let ve=xe.width(n,T);ve&&(fe.style.border=ve+"px "+xe.dash(n,T)+" "+xe.stroke(n,T)),fe.style.background=xe.fill(n,T)}}let j=Fi(iy,X);b.label instanceof HTMLElement?j.appendChild(b.label):j.textContent=b.label,T>0&&(xe.show||(j.style.color=b.width>0?xe.stroke(n,T):xe.fill(n,T)),St("click",X,fe=>{if(ue._lock)return;je(fe);let ve=_.indexOf(b);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let Ne=_.some((Ue,Oe)=>Oe>0&&Oe!=ve&&Ue.show);_.forEach((Ue,Oe)=>{Oe>0&&rs(Oe,Ne?Oe==ve?Gt:hn:Gt,!0,mn.setSeries)})}else rs(ve,{show:!b.show},!0,mn.setSeries)},!1),Je&&St(ay,X,fe=>{ue._lock||(je(fe),rs(_.indexOf(b),ro,!0,mn.setSeries))},!1));for(var ae in pt){let fe=ji("td",KE,U);fe.textContent="--",I.push(fe)}return[U,I]}let An=new Map;function St(b,T,I,U=!0){let X=An.get(T)||{},j=ue.bind[b](n,T,I,U);j&&(Gr(b,T,X[b]=j),An.set(T,X))}function xn(b,T,I){let U=An.get(T)||{};for(let X in U)(b==null||X==b)&&(lp(X,T,U[X]),delete U[X]);b==null&&An.delete(T)}let en=0,un=0,B=0,Re=0,Ze=0,at=0,Me=Ze,kt=at,Ve=B,Ye=Re,R=0,w=0,q=0,he=0;n.bbox={};let oe=!1,ye=!1,_e=!1,ne=!1,se=!1,pe=!1;function O(b,T,I){(I||b!=n.width||T!=n.height)&&re(b,T),ut(!1),_e=!0,ye=!0,Wn()}function re(b,T){n.width=en=B=b,n.height=un=Re=T,Ze=at=0,be(),He();let I=n.bbox;R=I.left=kr(Ze*Ct,.5),w=I.top=kr(at*Ct,.5),q=I.width=kr(B*Ct,.5),he=I.height=kr(Re*Ct,.5)}let ie=3;function we(){let b=!1,T=0;for(;!b;){T++;let I=Qr(T),U=ss(T);b=T==ie||I&&U,b||(re(n.width,n.height),ye=!0)}}function ge({width:b,height:T}){O(b,T)}n.setSize=ge;function be(){let b=!1,T=!1,I=!1,U=!1;E.forEach((X,j)=>{if(X.show&&X._show){let{side:ae,_size:fe}=X,ve=ae%2,Ne=X.label!=null?X.labelSize:0,Ue=fe+Ne;Ue>0&&(ve?(B-=Ue,ae==3?(Ze+=Ue,U=!0):I=!0):(Re-=Ue,ae==0?(at+=Ue,b=!0):T=!0))}}),ns[0]=b,ns[1]=I,ns[2]=T,ns[3]=U,B-=Bi[1]+Bi[3],Ze+=Bi[3],Re-=Bi[2]+Bi[0],at+=Bi[0]}function He(){let b=Ze+B,T=at+Re,I=Ze,U=at;function X(j,ae){switch(j){case 1:return b+=ae,b-ae;case 2:return T+=ae,T-ae;case 3:return I-=ae,I+ae;case 0:return U-=ae,U+ae}}E.forEach((j,ae)=>{if(j.show&&j._show){let fe=j.side;j._pos=X(fe,j._size),j.label!=null&&(j._lpos=X(fe,j.labelSize))}})}if(ue.dataIdx==null){let b=ue.hover,T=b.skip=new Set(b.skip??[]);T.add(void 0);let I=b.prox=vt(b.prox),U=b.bias??=0;ue.dataIdx=(X,j,ae,fe)=>{if(j==0)return ae;let ve=ae,Ne=I(X,j,ae,fe)??zt,Ue=Ne>=0&&Ne<zt,Oe=D.ori==0?B:Re,st=ue.left,At=e[0],wt=e[j];if(T.has(wt[ae])){ve=null;let yt=null,Ke=null,Xe;if(U==0||U==-1)for(Xe=ae;yt==null&&Xe-- >0;)T.has(wt[Xe])||(yt=Xe);if(U==0||U==1)for(Xe=ae;Ke==null&&Xe++<wt.length;)T.has(wt[Xe])||(Ke=Xe);if(yt!=null||Ke!=null)if(Ue){let Yt=yt==null?-1/0:G(At[yt],D,Oe,0),sn=Ke==null?1/0:G(At[Ke],D,Oe,0),In=st-Yt,Bt=sn-st;In<=Bt?In<=Ne&&(ve=yt):Bt<=Ne&&(ve=Ke)}else ve=Ke==null?yt:yt==null?Ke:ae-yt<=Ke-ae?yt:Ke}else Ue&&En(st-G(At[ae],D,Oe,0))>Ne&&(ve=null);return ve}}let je=b=>{ue.event=b};ue.idxs=te,ue._lock=!1;let ce=ue.points;ce.show=vt(ce.show),ce.size=vt(ce.size),ce.stroke=vt(ce.stroke),ce.width=vt(ce.width),ce.fill=vt(ce.fill);let Be=n.focus=yn({},i.focus||{alpha:.3},ue.focus),Je=Be.prox>=0,Ce=Je&&ce.one,lt=[],Wt=[],Kn=[];function ga(b,T){let I=ce.show(n,T);if(I instanceof HTMLElement)return Si(I,WE),Si(I,b.class),ys(I,-10,-10,B,Re),p.insertBefore(I,lt[T]),I}function Kr(b,T){if(s==1||T>0){let I=s==1&&y[b.scale].time,U=b.value;b.value=I?Sy(U)?Py(Y,Cy(U,H)):U||J:U||sA,b.label=b.label||(I?KT:ZT)}if(Ce||T>0){b.width=b.width==null?1:b.width,b.paths=b.paths||xA||lT,b.fillTo=vt(b.fillTo||cA),b.pxAlign=+Tt(b.pxAlign,x),b.pxRound=By(b.pxAlign),b.stroke=vt(b.stroke||null),b.fill=vt(b.fill||null),b._stroke=b._fill=b._paths=b._focus=null;let I=rA(ri(1,b.width),1),U=b.points=yn({},{size:I,width:ri(1,I*.2),stroke:b.stroke,space:I*2,paths:_A,_stroke:null,_fill:null},b.points);U.show=vt(U.show),U.filter=vt(U.filter),U.fill=vt(U.fill),U.stroke=vt(U.stroke),U.paths=vt(U.paths),U.pxAlign=b.pxAlign}if(ee){let I=Ot(b,T);ot.splice(T,0,I[0]),Ge.splice(T,0,I[1]),de.values.push(null)}if(me){te.splice(T,0,null);let I=null;Ce?T==0&&(I=ga(b,T)):T>0&&(I=ga(b,T)),lt.splice(T,0,I),Wt.splice(T,0,0),Kn.splice(T,0,0)}Rn("addSeries",T)}function rd(b,T){T=T??_.length,b=s==1?pp(b,T,Iy,Fy):pp(b,T,{},Uy),_.splice(T,0,b),Kr(_[T],T)}n.addSeries=rd;function Xl(b){if(_.splice(b,1),ee){de.values.splice(b,1),Ge.splice(b,1);let T=ot.splice(b,1)[0];xn(null,T.firstChild),T.remove()}me&&(te.splice(b,1),lt.splice(b,1)[0].remove(),Wt.splice(b,1),Kn.splice(b,1)),Rn("delSeries",b)}n.delSeries=Xl;let ns=[!1,!1,!1,!1];function bs(b,T){if(b._show=b.show,b.show){let I=b.side%2,U=y[b.scale];U==null&&(b.scale=I?_[1].scale:M,U=y[b.scale]);let X=U.time;b.size=vt(b.size),b.space=vt(b.space),b.rotate=vt(b.rotate),mr(b.incrs)&&b.incrs.forEach(ae=>{!gr.has(ae)&&gr.set(ae,jy(ae))}),b.incrs=vt(b.incrs||(U.distr==2?RT:X?g==1?LT:UT:zr)),b.splits=vt(b.splits||(X&&U.distr==1?le:U.distr==3?hp:U.distr==4?QT:JT)),b.stroke=vt(b.stroke),b.grid.stroke=vt(b.grid.stroke),b.ticks.stroke=vt(b.ticks.stroke),b.border.stroke=vt(b.border.stroke);let j=b.values;b.values=mr(j)&&!mr(j[0])?vt(j):X?mr(j)?Ay(Y,Ty(j,H)):Sy(j)?BT(Y,j):j||Z:j||jT,b.filter=vt(b.filter||(U.distr>=3&&U.log==10?nA:U.distr==3&&U.log==2?iA:Zy)),b.font=Gy(b.font),b.labelFont=Gy(b.labelFont),b._size=b.size(n,null,T,0),b._space=b._rotate=b._incrs=b._found=b._splits=b._values=null,b._size>0&&(ns[T]=!0,b._el=Fi(zE,d))}}function Ss(b,T,I,U){let[X,j,ae,fe]=I,ve=T%2,Ne=0;return ve==0&&(fe||j)&&(Ne=T==0&&!X||T==2&&!ae?wn(Ry.size/3):0),ve==1&&(X||ae)&&(Ne=T==1&&!j||T==3&&!fe?wn(Dy.size/2):0),Ne}let ya=n.padding=(i.padding||[Ss,Ss,Ss,Ss]).map(b=>vt(Tt(b,Ss))),Bi=n._padding=ya.map((b,T)=>b(n,T,ns,0)),tn,an=null,ln=null,is=s==1?_[0].idxs:null,ui=null,Vs=!1;function xa(b,T){if(e=b??[],n.data=n._data=e,s==2){tn=0;for(let I=1;I<_.length;I++)tn+=e[I][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),ui=e[0],tn=ui.length;let I=e;if(k==2){I=e.slice();let U=I[0]=Array(tn);for(let X=0;X<tn;X++)U[X]=X}n._data=e=I}if(ut(!0),Rn("setData"),k==2&&(_e=!0),T!==!1){let I=D;I.auto(n,Vs)?_a():Ws(M,I.min,I.max),ne=ne||ue.left>=0,pe=!0,Wn()}}n.setData=xa;function _a(){Vs=!0;let b,T;s==1&&(tn>0?(an=is[0]=0,ln=is[1]=tn-1,b=e[0][an],T=e[0][ln],k==2?(b=an,T=ln):b==T&&(k==3?[b,T]=Su(b,b,D.log,!1):k==4?[b,T]=xp(b,b,D.log,!1):D.time?T=b+wn(86400/g):[b,T]=_u(b,T,_p,!0))):(an=is[0]=b=null,ln=is[1]=T=null)),Ws(M,b,T)}let jr,Gs,Jr,A,z,Q,$,K,Ee,Le;function Te(b,T,I,U,X,j){b??=ry,I??=bp,U??="butt",X??=ry,j??="round",b!=jr&&(u.strokeStyle=jr=b),X!=Gs&&(u.fillStyle=Gs=X),T!=Jr&&(u.lineWidth=Jr=T),j!=z&&(u.lineJoin=z=j),U!=Q&&(u.lineCap=Q=U),I!=A&&u.setLineDash(A=I)}function De(b,T,I,U){T!=Gs&&(u.fillStyle=Gs=T),b!=$&&(u.font=$=b),I!=K&&(u.textAlign=K=I),U!=Ee&&(u.textBaseline=Ee=U)}function ze(b,T,I,U,X=0){if(U.length>0&&b.auto(n,Vs)&&(T==null||T.min==null)){let j=Tt(an,0),ae=Tt(ln,U.length-1),fe=I.min==null?nT(U,j,ae,X,b.distr==3):[I.min,I.max];b.min=Qi(b.min,I.min=fe[0]),b.max=ri(b.max,I.max=fe[1])}}let et={min:null,max:null};function mt(){for(let U in y){let X=y[U];W[U]==null&&(X.min==null||W[M]!=null&&X.auto(n,Vs))&&(W[U]=et)}for(let U in y){let X=y[U];W[U]==null&&X.from!=null&&W[X.from]!=null&&(W[U]=et)}W[M]!=null&&ut(!0);let b={};for(let U in W){let X=W[U];if(X!=null){let j=b[U]=sa(y[U],uT);if(X.min!=null)yn(j,X);else if(U!=M||s==2)if(tn==0&&j.from==null){let ae=j.range(n,null,null,U);j.min=ae[0],j.max=ae[1]}else j.min=zt,j.max=-zt}}if(tn>0){_.forEach((U,X)=>{if(s==1){let j=U.scale,ae=W[j];if(ae==null)return;let fe=b[j];if(X==0){let ve=fe.range(n,fe.min,fe.max,j);fe.min=ve[0],fe.max=ve[1],an=Ji(fe.min,e[0]),ln=Ji(fe.max,e[0]),ln-an>1&&(e[0][an]<fe.min&&an++,e[0][ln]>fe.max&&ln--),U.min=ui[an],U.max=ui[ln]}else U.show&&U.auto&&ze(fe,ae,U,e[X],U.sorted);U.idxs[0]=an,U.idxs[1]=ln}else if(X>0&&U.show&&U.auto){let[j,ae]=U.facets,fe=j.scale,ve=ae.scale,[Ne,Ue]=e[X],Oe=b[fe],st=b[ve];Oe!=null&&ze(Oe,W[fe],j,Ne,j.sorted),st!=null&&ze(st,W[ve],ae,Ue,ae.sorted),U.min=ae.min,U.max=ae.max}});for(let U in b){let X=b[U],j=W[U];if(X.from==null&&(j==null||j.min==null)){let ae=X.range(n,X.min==zt?null:X.min,X.max==-zt?null:X.max,U);X.min=ae[0],X.max=ae[1]}}}for(let U in b){let X=b[U];if(X.from!=null){let j=b[X.from];if(j.min==null)X.min=X.max=null;else{let ae=X.range(n,j.min,j.max,U);X.min=ae[0],X.max=ae[1]}}}let T={},I=!1;for(let U in b){let X=b[U],j=y[U];if(j.min!=X.min||j.max!=X.max){j.min=X.min,j.max=X.max;let ae=j.distr;j._min=ae==3?ks(j.min):ae==4?tp(j.min,j.asinh):ae==100?j.fwd(j.min):j.min,j._max=ae==3?ks(j.max):ae==4?tp(j.max,j.asinh):ae==100?j.fwd(j.max):j.max,T[U]=I=!0}}if(I){_.forEach((U,X)=>{s==2?X>0&&T.y&&(U._paths=null):T[U.scale]&&(U._paths=null)});for(let U in T)_e=!0,Rn("setScale",U);me&&ue.left>=0&&(ne=pe=!0)}for(let U in W)W[U]=null}function ke(b){let T=cp(an-1,0,tn-1),I=cp(ln+1,0,tn-1);for(;b[T]==null&&T>0;)T--;for(;b[I]==null&&I<tn-1;)I++;return[T,I]}function gt(){if(tn>0){let b=_.some(T=>T._focus)&&Le!=Be.alpha;b&&(u.globalAlpha=Le=Be.alpha),_.forEach((T,I)=>{if(I>0&&T.show&&(Qt(I,!1),Qt(I,!0),T._paths==null)){let U=Le;Le!=T.alpha&&(u.globalAlpha=Le=T.alpha);let X=s==2?[0,e[I][0].length-1]:ke(e[I]);T._paths=T.paths(n,I,X[0],X[1]),Le!=U&&(u.globalAlpha=Le=U)}}),_.forEach((T,I)=>{if(I>0&&T.show){let U=Le;Le!=T.alpha&&(u.globalAlpha=Le=T.alpha),T._paths!=null&&Nt(I,!1);{let X=T._paths!=null?T._paths.gaps:null,j=T.points.show(n,I,an,ln,X),ae=T.points.filter(n,I,j,X);(j||ae)&&(T.points._paths=T.points.paths(n,I,an,ln,ae),Nt(I,!0))}Le!=U&&(u.globalAlpha=Le=U),Rn("drawSeries",I)}}),b&&(u.globalAlpha=Le=1)}}function Qt(b,T){let I=T?_[b].points:_[b];I._stroke=I.stroke(n,b),I._fill=I.fill(n,b)}function Nt(b,T){let I=T?_[b].points:_[b],{stroke:U,fill:X,clip:j,flags:ae,_stroke:fe=I._stroke,_fill:ve=I._fill,_width:Ne=I.width}=I._paths;Ne=Vt(Ne*Ct,3);let Ue=null,Oe=Ne%2/2;T&&ve==null&&(ve=Ne>0?"#fff":fe);let st=I.pxAlign==1&&Oe>0;if(st&&u.translate(Oe,Oe),!T){let At=R-Ne/2,wt=w-Ne/2,yt=q+Ne,Ke=he+Ne;Ue=new Path2D,Ue.rect(At,wt,yt,Ke)}T?Fe(fe,Ne,I.dash,I.cap,ve,U,X,ae,j):Ut(b,fe,Ne,I.dash,I.cap,ve,U,X,ae,Ue,j),st&&u.translate(-Oe,-Oe)}function Ut(b,T,I,U,X,j,ae,fe,ve,Ne,Ue){let Oe=!1;ve!=0&&C.forEach((st,At)=>{if(st.series[0]==b){let wt=_[st.series[1]],yt=e[st.series[1]],Ke=(wt._paths||Nl).band;mr(Ke)&&(Ke=st.dir==1?Ke[0]:Ke[1]);let Xe,Yt=null;wt.show&&Ke&&sT(yt,an,ln)?(Yt=st.fill(n,At)||j,Xe=wt._paths.clip):Ke=null,Fe(T,I,U,X,Yt,ae,fe,ve,Ne,Ue,Xe,Ke),Oe=!0}}),Oe||Fe(T,I,U,X,j,ae,fe,ve,Ne,Ue)}let _n=ra|dp;function Fe(b,T,I,U,X,j,ae,fe,ve,Ne,Ue,Oe){Te(b,T,I,U,X),(ve||Ne||Oe)&&(u.save(),ve&&u.clip(ve),Ne&&u.clip(Ne)),Oe?(fe&_n)==_n?(u.clip(Oe),Ue&&u.clip(Ue),xt(X,ae),dn(b,j,T)):fe&dp?(xt(X,ae),u.clip(Oe),dn(b,j,T)):fe&ra&&(u.save(),u.clip(Oe),Ue&&u.clip(Ue),xt(X,ae),u.restore(),dn(b,j,T)):(xt(X,ae),dn(b,j,T)),(ve||Ne||Oe)&&u.restore()}function dn(b,T,I){I>0&&(T instanceof Map?T.forEach((U,X)=>{u.strokeStyle=jr=X,u.stroke(U)}):T!=null&&b&&u.stroke(T))}function xt(b,T){T instanceof Map?T.forEach((I,U)=>{u.fillStyle=Gs=U,u.fill(I)}):T!=null&&b&&u.fill(T)}function Ms(b,T,I,U){let X=E[b],j;if(U<=0)j=[0,0];else{let ae=X._space=X.space(n,b,T,I,U),fe=X._incrs=X.incrs(n,b,T,I,U,ae);j=EA(T,I,fe,U,ae)}return X._found=j}function fn(b,T,I,U,X,j,ae,fe,ve,Ne){let Ue=ae%2/2;x==1&&u.translate(Ue,Ue),Te(fe,ae,ve,Ne,fe),u.beginPath();let Oe,st,At,wt,yt=X+(U==0||U==3?-j:j);I==0?(st=X,wt=yt):(Oe=X,At=yt);for(let Ke=0;Ke<b.length;Ke++)T[Ke]!=null&&(I==0?Oe=At=b[Ke]:st=wt=b[Ke],u.moveTo(Oe,st),u.lineTo(At,wt));u.stroke(),x==1&&u.translate(-Ue,-Ue)}function Qr(b){let T=!0;return E.forEach((I,U)=>{if(!I.show)return;let X=y[I.scale];if(X.min==null){I._show&&(T=!1,I._show=!1,ut(!1));return}else I._show||(T=!1,I._show=!0,ut(!1));let j=I.side,ae=j%2,{min:fe,max:ve}=X,[Ne,Ue]=Ms(U,fe,ve,ae==0?B:Re);if(Ue==0)return;let Oe=X.distr==2,st=I._splits=I.splits(n,U,fe,ve,Ne,Ue,Oe),At=X.distr==2?st.map(Xe=>ui[Xe]):st,wt=X.distr==2?ui[st[1]]-ui[st[0]]:Ne,yt=I._values=I.values(n,I.filter(n,At,U,Ue,wt),U,Ue,wt);I._rotate=j==2?I.rotate(n,yt,U,Ue):0;let Ke=I._size;I._size=Oi(I.size(n,yt,U,b)),Ke!=null&&I._size!=Ke&&(T=!1)}),T}function ss(b){let T=!0;return ya.forEach((I,U)=>{let X=I(n,U,ns,b);X!=Bi[U]&&(T=!1),Bi[U]=X}),T}function ws(){for(let b=0;b<E.length;b++){let T=E[b];if(!T.show||!T._show)continue;let I=T.side,U=I%2,X,j,ae=T.stroke(n,b),fe=I==0||I==3?-1:1,[ve,Ne]=T._found;if(T.label!=null){let Qn=T.labelGap*fe,pi=wn((T._lpos+Qn)*Ct);De(T.labelFont[0],ae,"center",I==2?"top":sy),u.save(),U==1?(X=j=0,u.translate(pi,wn(w+he/2)),u.rotate((I==3?-yu:yu)/2)):(X=wn(R+q/2),j=pi);let vr=Yy(T.label)?T.label(n,b,ve,Ne):T.label;u.fillText(vr,X,j),u.restore()}if(Ne==0)continue;let Ue=y[T.scale],Oe=U==0?q:he,st=U==0?R:w,At=T._splits,wt=Ue.distr==2?At.map(Qn=>ui[Qn]):At,yt=Ue.distr==2?ui[At[1]]-ui[At[0]]:ve,Ke=T.ticks,Xe=T.border,Yt=Ke.show?Ke.size:0,sn=wn(Yt*Ct),In=wn((T.alignTo==2?T._size-Yt-T.gap:T.gap)*Ct),Bt=T._rotate*-yu/180,rn=m(T._pos*Ct),di=(sn+In)*fe,Jn=rn+di;j=U==0?Jn:0,X=U==1?Jn:0;let Ei=T.font[0],ki=T.align==1?Qo:T.align==2?Jf:Bt>0?Qo:Bt<0?Jf:U==0?"center":I==3?Jf:Qo,as=Bt||U==1?"middle":I==2?"top":sy;De(Ei,ae,ki,as);let fi=T.font[1]*T.lineGap,Ti=At.map(Qn=>m(a(Qn,Ue,Oe,st))),zi=T._values;for(let Qn=0;Qn<zi.length;Qn++){let pi=zi[Qn];if(pi!=null){U==0?X=Ti[Qn]:j=Ti[Qn],pi=""+pi;let vr=pi.indexOf(`
`)==-1?[pi]:pi.split(/\n/gm);for(let ei=0;ei<vr.length;ei++){let Sm=vr[ei];Bt?(u.save(),u.translate(X,j+ei*fi),u.rotate(Bt),u.fillText(Sm,0,0),u.restore()):u.fillText(Sm,X,j+ei*fi)}}}Ke.show&&fn(Ti,Ke.filter(n,wt,b,Ne,yt),U,I,rn,sn,Vt(Ke.width*Ct,3),Ke.stroke(n,b),Ke.dash,Ke.cap);let ls=T.grid;ls.show&&fn(Ti,ls.filter(n,wt,b,Ne,yt),U,U==0?2:1,U==0?w:R,U==0?he:q,Vt(ls.width*Ct,3),ls.stroke(n,b),ls.dash,ls.cap),Xe.show&&fn([rn],[1],U==0?1:0,U==0?1:2,U==1?w:R,U==1?he:q,Vt(Xe.width*Ct,3),Xe.stroke(n,b),Xe.dash,Xe.cap)}Rn("drawAxes")}function ut(b){_.forEach((T,I)=>{I>0&&(T._paths=null,b&&(s==1?(T.min=null,T.max=null):T.facets.forEach(U=>{U.min=null,U.max=null})))})}let nn=!1,jn=!1,Ft=[];function pn(){jn=!1;for(let b=0;b<Ft.length;b++)Rn(...Ft[b]);Ft.length=0}function Wn(){nn||(xT(sm),nn=!0)}function ql(b,T=!1){nn=!0,jn=T,b(n),sm(),T&&Ft.length>0&&queueMicrotask(pn)}n.batch=ql;function sm(){if(oe&&(mt(),oe=!1),_e&&(we(),_e=!1),ye){if(Zt(f,Qo,Ze),Zt(f,"top",at),Zt(f,Rl,B),Zt(f,Il,Re),Zt(p,Qo,Ze),Zt(p,"top",at),Zt(p,Rl,B),Zt(p,Il,Re),Zt(d,Rl,en),Zt(d,Il,un),h.width=wn(en*Ct),h.height=wn(un*Ct),E.forEach(({_el:b,_show:T,_size:I,_pos:U,side:X})=>{if(b!=null)if(T){let j=X===3||X===0?I:0,ae=X%2==1;Zt(b,ae?"left":"top",U-j),Zt(b,ae?"width":"height",I),Zt(b,ae?"top":"left",ae?at:Ze),Zt(b,ae?"height":"width",ae?Re:B),ap(b,Vr)}else Si(b,Vr)}),jr=Gs=Jr=z=Q=$=K=Ee=A=null,Le=1,Sa(!0),Ze!=Me||at!=kt||B!=Ve||Re!=Ye){ut(!1);let b=B/Ve,T=Re/Ye;if(me&&!ne&&ue.left>=0){ue.left*=b,ue.top*=T,eo&&ys(eo,wn(ue.left),0,B,Re),to&&ys(to,0,wn(ue.top),B,Re);for(let I=0;I<lt.length;I++){let U=lt[I];U!=null&&(Wt[I]*=b,Kn[I]*=T,ys(U,Oi(Wt[I]),Oi(Kn[I]),B,Re))}}if(qt.show&&!se&&qt.left>=0&&qt.width>0){qt.left*=b,qt.width*=b,qt.top*=T,qt.height*=T;for(let I in ud)Zt(so,I,qt[I])}Me=Ze,kt=at,Ve=B,Ye=Re}Rn("setSize"),ye=!1}en>0&&un>0&&(u.clearRect(0,0,h.width,h.height),Rn("drawClear"),S.forEach(b=>b()),Rn("draw")),qt.show&&se&&(Yl(qt),se=!1),me&&ne&&(_r(null,!0,!1),ne=!1),de.show&&de.live&&pe&&(cd(),pe=!1),l||(l=!0,n.status=1,Rn("ready")),Vs=!1,nn=!1}n.redraw=(b,T)=>{_e=T||!1,b!==!1?Ws(M,D.min,D.max):Wn()};function od(b,T){let I=y[b];if(I.from==null){if(tn==0){let U=I.range(n,T.min,T.max,b);T.min=U[0],T.max=U[1]}if(T.min>T.max){let U=T.min;T.min=T.max,T.max=U}if(tn>1&&T.min!=null&&T.max!=null&&T.max-T.min<1e-16)return;b==M&&I.distr==2&&tn>0&&(T.min=Ji(T.min,e[0]),T.max=Ji(T.max,e[0]),T.min==T.max&&T.max++),W[b]=T,oe=!0,Wn()}}n.setScale=od;let ad,ld,eo,to,rm,om,no,io,am,lm,Xt,Jt,Hs=!1,On=ue.drag,Cn=On.x,Pn=On.y;me&&(ue.x&&(ad=Fi(GE,p)),ue.y&&(ld=Fi(HE,p)),D.ori==0?(eo=ad,to=ld):(eo=ld,to=ad),Xt=ue.left,Jt=ue.top);let qt=n.select=yn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),so=qt.show?Fi(VE,qt.over?p:f):null;function Yl(b,T){if(qt.show){for(let I in b)qt[I]=b[I],I in ud&&Zt(so,I,b[I]);T!==!1&&Rn("setSelect")}}n.setSelect=Yl;function X_(b){if(_[b].show)ee&&ap(ot[b],Vr);else if(ee&&Si(ot[b],Vr),me){let I=Ce?lt[0]:lt[b];I!=null&&ys(I,-10,-10,B,Re)}}function Ws(b,T,I){od(b,{min:T,max:I})}function rs(b,T,I,U){T.focus!=null&&K_(b),T.show!=null&&_.forEach((X,j)=>{j>0&&(b==j||b==null)&&(X.show=T.show,X_(j),s==2?(Ws(X.facets[0].scale,null,null),Ws(X.facets[1].scale,null,null)):Ws(X.scale,null,null),Wn())}),I!==!1&&Rn("setSeries",b,T),U&&Ma("setSeries",n,b,T)}n.setSeries=rs;function q_(b,T){yn(C[b],T)}function Y_(b,T){b.fill=vt(b.fill||null),b.dir=Tt(b.dir,-1),T=T??C.length,C.splice(T,0,b)}function $_(b){b==null?C.length=0:C.splice(b,1)}n.addBand=Y_,n.setBand=q_,n.delBand=$_;function Z_(b,T){_[b].alpha=T,me&&lt[b]!=null&&(lt[b].style.opacity=T),ee&&ot[b]&&(ot[b].style.opacity=T)}let Es,Xs,xr,ro={focus:!0};function K_(b){if(b!=xr){let T=b==null,I=Be.alpha!=1;_.forEach((U,X)=>{if(s==1||X>0){let j=T||X==0||X==b;U._focus=T?null:j,I&&Z_(X,j?1:Be.alpha)}}),xr=b,I&&Wn()}}ee&&Je&&St(ly,Ae,b=>{ue._lock||(je(b),xr!=null&&rs(null,ro,!0,mn.setSeries))});function os(b,T,I){let U=y[T];I&&(b=b/Ct-(U.ori==1?at:Ze));let X=B;U.ori==1&&(X=Re,b=X-b),U.dir==-1&&(b=X-b);let j=U._min,ae=U._max,fe=b/X,ve=j+(ae-j)*fe,Ne=U.distr;return Ne==3?na(10,ve):Ne==4?oT(ve,U.asinh):Ne==100?U.bwd(ve):ve}function j_(b,T){let I=os(b,M,T);return Ji(I,e[0],an,ln)}n.valToIdx=b=>Ji(b,e[0]),n.posToIdx=j_,n.posToVal=os,n.valToPos=(b,T,I)=>y[T].ori==0?r(b,y[T],I?q:B,I?R:0):o(b,y[T],I?he:Re,I?w:0),n.setCursor=(b,T,I)=>{Xt=b.left,Jt=b.top,_r(null,T,I)};function cm(b,T){Zt(so,Qo,qt.left=b),Zt(so,Rl,qt.width=T)}function hm(b,T){Zt(so,"top",qt.top=b),Zt(so,Il,qt.height=T)}let va=D.ori==0?cm:hm,ba=D.ori==1?cm:hm;function J_(){if(ee&&de.live)for(let b=s==2?1:0;b<_.length;b++){if(b==0&&ht)continue;let T=de.values[b],I=0;for(let U in T)Ge[b][I++].firstChild.nodeValue=T[U]}}function cd(b,T){if(b!=null&&(b.idxs?b.idxs.forEach((I,U)=>{te[U]=I}):hT(b.idx)||te.fill(b.idx),de.idx=te[0]),ee&&de.live){for(let I=0;I<_.length;I++)(I>0||s==1&&!ht)&&Q_(I,te[I]);J_()}pe=!1,T!==!1&&Rn("setLegend")}n.setLegend=cd;function Q_(b,T){let I=_[b],U=b==0&&k==2?ui:e[b],X;ht?X=I.values(n,b,T)??it:(X=I.value(n,T==null?null:U[T],b,T),X=X==null?it:{_:X}),de.values[b]=X}function _r(b,T,I){am=Xt,lm=Jt,[Xt,Jt]=ue.move(n,Xt,Jt),ue.left=Xt,ue.top=Jt,me&&(eo&&ys(eo,wn(Xt),0,B,Re),to&&ys(to,0,wn(Jt),B,Re));let U,X=an>ln;Es=zt,Xs=null;let j=D.ori==0?B:Re,ae=D.ori==1?B:Re;if(Xt<0||tn==0||X){U=ue.idx=null;for(let fe=0;fe<_.length;fe++){let ve=lt[fe];ve!=null&&ys(ve,-10,-10,B,Re)}Je&&rs(null,ro,!0,b==null&&mn.setSeries),de.live&&(te.fill(U),pe=!0)}else{let fe,ve,Ne;s==1&&(fe=D.ori==0?Xt:Jt,ve=os(fe,M),U=ue.idx=Ji(ve,e[0],an,ln),Ne=G(e[0][U],D,j,0));let Ue=-10,Oe=-10,st=0,At=0,wt=!0,yt="",Ke="";for(let Xe=s==2?1:0;Xe<_.length;Xe++){let Yt=_[Xe],sn=te[Xe],In=sn==null?null:s==1?e[Xe][sn]:e[Xe][1][sn],Bt=ue.dataIdx(n,Xe,U,ve),rn=Bt==null?null:s==1?e[Xe][Bt]:e[Xe][1][Bt];if(pe=pe||rn!=In||Bt!=sn,te[Xe]=Bt,Xe>0&&Yt.show){let di=Bt==null?-10:Bt==U?Ne:G(s==1?e[0][Bt]:e[Xe][0][Bt],D,j,0),Jn=rn==null?-10:N(rn,s==1?y[Yt.scale]:y[Yt.facets[1].scale],ae,0);if(Je&&rn!=null){let Ei=D.ori==1?Xt:Jt,ki=En(Be.dist(n,Xe,Bt,Jn,Ei));if(ki<Es){let as=Be.bias;if(as!=0){let fi=os(Ei,Yt.scale),Ti=rn>=0?1:-1,zi=fi>=0?1:-1;zi==Ti&&(zi==1?as==1?rn>=fi:rn<=fi:as==1?rn<=fi:rn>=fi)&&(Es=ki,Xs=Xe)}else Es=ki,Xs=Xe}}if(pe||Ce){let Ei,ki;D.ori==0?(Ei=di,ki=Jn):(Ei=Jn,ki=di);let as,fi,Ti,zi,ls,Qn,pi=!0,vr=ce.bbox;if(vr!=null){pi=!1;let ei=vr(n,Xe);Ti=ei.left,zi=ei.top,as=ei.width,fi=ei.height}else Ti=Ei,zi=ki,as=fi=ce.size(n,Xe);if(Qn=ce.fill(n,Xe),ls=ce.stroke(n,Xe),Ce)Xe==Xs&&Es<=Be.prox&&(Ue=Ti,Oe=zi,st=as,At=fi,wt=pi,yt=Qn,Ke=ls);else{let ei=lt[Xe];ei!=null&&(Wt[Xe]=Ti,Kn[Xe]=zi,my(ei,as,fi,pi),fy(ei,Qn,ls),ys(ei,Oi(Ti),Oi(zi),B,Re))}}}}if(Ce){let Xe=Be.prox,Yt=xr==null?Es<=Xe:Es>Xe||Xs!=xr;if(pe||Yt){let sn=lt[0];sn!=null&&(Wt[0]=Ue,Kn[0]=Oe,my(sn,st,At,wt),fy(sn,yt,Ke),ys(sn,Oi(Ue),Oi(Oe),B,Re))}}}if(qt.show&&Hs)if(b!=null){let[fe,ve]=mn.scales,[Ne,Ue]=mn.match,[Oe,st]=b.cursor.sync.scales,At=b.cursor.drag;if(Cn=At._x,Pn=At._y,Cn||Pn){let{left:wt,top:yt,width:Ke,height:Xe}=b.select,Yt=b.scales[Oe].ori,sn=b.posToVal,In,Bt,rn,di,Jn,Ei=fe!=null&&Ne(fe,Oe),ki=ve!=null&&Ue(ve,st);Ei&&Cn?(Yt==0?(In=wt,Bt=Ke):(In=yt,Bt=Xe),rn=y[fe],di=G(sn(In,Oe),rn,j,0),Jn=G(sn(In+Bt,Oe),rn,j,0),va(Qi(di,Jn),En(Jn-di))):va(0,j),ki&&Pn?(Yt==1?(In=wt,Bt=Ke):(In=yt,Bt=Xe),rn=y[ve],di=N(sn(In,st),rn,ae,0),Jn=N(sn(In+Bt,st),rn,ae,0),ba(Qi(di,Jn),En(Jn-di))):ba(0,ae)}else dd()}else{let fe=En(am-rm),ve=En(lm-om);if(D.ori==1){let st=fe;fe=ve,ve=st}Cn=On.x&&fe>=On.dist,Pn=On.y&&ve>=On.dist;let Ne=On.uni;Ne!=null?Cn&&Pn&&(Cn=fe>=Ne,Pn=ve>=Ne,!Cn&&!Pn&&(ve>fe?Pn=!0:Cn=!0)):On.x&&On.y&&(Cn||Pn)&&(Cn=Pn=!0);let Ue,Oe;Cn&&(D.ori==0?(Ue=no,Oe=Xt):(Ue=io,Oe=Jt),va(Qi(Ue,Oe),En(Oe-Ue)),Pn||ba(0,ae)),Pn&&(D.ori==1?(Ue=no,Oe=Xt):(Ue=io,Oe=Jt),ba(Qi(Ue,Oe),En(Oe-Ue)),Cn||va(0,j)),!Cn&&!Pn&&(va(0,0),ba(0,0))}if(On._x=Cn,On._y=Pn,b==null){if(I){if(bm!=null){let[fe,ve]=mn.scales;mn.values[0]=fe!=null?os(D.ori==0?Xt:Jt,fe):null,mn.values[1]=ve!=null?os(D.ori==1?Xt:Jt,ve):null}Ma(Qf,n,Xt,Jt,B,Re,U)}if(Je){let fe=I&&mn.setSeries,ve=Be.prox;xr==null?Es<=ve&&rs(Xs,ro,!0,fe):Es>ve?rs(null,ro,!0,fe):Xs!=xr&&rs(Xs,ro,!0,fe)}}pe&&(de.idx=U,cd()),T!==!1&&Rn("setCursor")}let qs=null;Object.defineProperty(n,"rect",{get(){return qs==null&&Sa(!1),qs}});function Sa(b=!1){b?qs=null:(qs=p.getBoundingClientRect(),Rn("syncRect",qs))}function um(b,T,I,U,X,j,ae){ue._lock||Hs&&b!=null&&b.movementX==0&&b.movementY==0||(hd(b,T,I,U,X,j,ae,!1,b!=null),b!=null?_r(null,!0,!0):_r(T,!0,!1))}function hd(b,T,I,U,X,j,ae,fe,ve){if(qs==null&&Sa(!1),je(b),b!=null)I=b.clientX-qs.left,U=b.clientY-qs.top;else{if(I<0||U<0){Xt=-10,Jt=-10;return}let[Ne,Ue]=mn.scales,Oe=T.cursor.sync,[st,At]=Oe.values,[wt,yt]=Oe.scales,[Ke,Xe]=mn.match,Yt=T.axes[0].side%2==1,sn=D.ori==0?B:Re,In=D.ori==1?B:Re,Bt=Yt?j:X,rn=Yt?X:j,di=Yt?U:I,Jn=Yt?I:U;if(wt!=null?I=Ke(Ne,wt)?a(st,y[Ne],sn,0):-10:I=sn*(di/Bt),yt!=null?U=Xe(Ue,yt)?a(At,y[Ue],In,0):-10:U=In*(Jn/rn),D.ori==1){let Ei=I;I=U,U=Ei}}ve&&(T==null||T.cursor.event.type==Qf)&&((I<=1||I>=B-1)&&(I=kr(I,B)),(U<=1||U>=Re-1)&&(U=kr(U,Re))),fe?(rm=I,om=U,[no,io]=ue.move(n,I,U)):(Xt=I,Jt=U)}let ud={width:0,height:0,left:0,top:0};function dd(){Yl(ud,!1)}let dm,fm,pm,mm;function gm(b,T,I,U,X,j,ae){Hs=!0,Cn=Pn=On._x=On._y=!1,hd(b,T,I,U,X,j,ae,!0,!1),b!=null&&(St(ep,rp,ym,!1),Ma(oy,n,no,io,B,Re,null));let{left:fe,top:ve,width:Ne,height:Ue}=qt;dm=fe,fm=ve,pm=Ne,mm=Ue}function ym(b,T,I,U,X,j,ae){Hs=On._x=On._y=!1,hd(b,T,I,U,X,j,ae,!1,!0);let{left:fe,top:ve,width:Ne,height:Ue}=qt,Oe=Ne>0||Ue>0,st=dm!=fe||fm!=ve||pm!=Ne||mm!=Ue;if(Oe&&st&&Yl(qt),On.setScale&&Oe&&st){let At=fe,wt=Ne,yt=ve,Ke=Ue;if(D.ori==1&&(At=ve,wt=Ue,yt=fe,Ke=Ne),Cn&&Ws(M,os(At,M),os(At+wt,M)),Pn)for(let Xe in y){let Yt=y[Xe];Xe!=M&&Yt.from==null&&Yt.min!=zt&&Ws(Xe,os(yt+Ke,Xe),os(yt,Xe))}dd()}else ue.lock&&(ue._lock=!ue._lock,_r(T,!0,b!=null));b!=null&&(xn(ep,rp),Ma(ep,n,Xt,Jt,B,Re,null))}function ev(b,T,I,U,X,j,ae){if(ue._lock)return;je(b);let fe=Hs;if(Hs){let ve=!0,Ne=!0,Ue=10,Oe,st;D.ori==0?(Oe=Cn,st=Pn):(Oe=Pn,st=Cn),Oe&&st&&(ve=Xt<=Ue||Xt>=B-Ue,Ne=Jt<=Ue||Jt>=Re-Ue),Oe&&ve&&(Xt=Xt<no?0:B),st&&Ne&&(Jt=Jt<io?0:Re),_r(null,!0,!0),Hs=!1}Xt=-10,Jt=-10,te.fill(null),_r(null,!0,!0),fe&&(Hs=fe)}function xm(b,T,I,U,X,j,ae){ue._lock||(je(b),_a(),dd(),b!=null&&Ma(cy,n,Xt,Jt,B,Re,null))}function _m(){E.forEach(TA),O(n.width,n.height,!0)}Gr(xu,ta,_m);let oo={};oo.mousedown=gm,oo.mousemove=um,oo.mouseup=ym,oo.dblclick=xm,oo.setSeries=(b,T,I,U)=>{let X=mn.match[2];I=X(n,T,I),I!=-1&&rs(I,U,!0,!1)},me&&(St(oy,p,gm),St(Qf,p,um),St(ay,p,b=>{je(b),Sa(!1)}),St(ly,p,ev),St(cy,p,xm),fp.add(n),n.syncRect=Sa);let $l=n.hooks=i.hooks||{};function Rn(b,T,I){jn?Ft.push([b,T,I]):b in $l&&$l[b].forEach(U=>{U.call(null,n,T,I)})}(i.plugins||[]).forEach(b=>{for(let T in b.hooks)$l[T]=($l[T]||[]).concat(b.hooks[T])});let vm=(b,T,I)=>I,mn=yn({key:null,setSeries:!1,filters:{pub:vy,sub:vy},scales:[M,_[1]?_[1].scale:null],match:[by,by,vm],values:[null,null]},ue.sync);mn.match.length==2&&mn.match.push(vm),ue.sync=mn;let bm=mn.key,fd=yx(bm);function Ma(b,T,I,U,X,j,ae){mn.filters.pub(b,T,I,U,X,j,ae)&&fd.pub(b,T,I,U,X,j,ae)}fd.sub(n);function tv(b,T,I,U,X,j,ae){mn.filters.sub(b,T,I,U,X,j,ae)&&oo[b](null,T,I,U,X,j,ae)}n.pub=tv;function nv(){fd.unsub(n),fp.delete(n),An.clear(),lp(xu,ta,_m),c.remove(),Ae?.remove(),Rn("destroy")}n.destroy=nv;function pd(){Rn("init",i,e),xa(e||i.data,!1),W[M]?od(M,W[M]):_a(),se=qt.show&&(qt.width>0||qt.height>0),ne=pe=!0,O(i.width,i.height)}return _.forEach(Kr),E.forEach(bs),t?t instanceof HTMLElement?(t.appendChild(c),pd()):t(n,pd):pd(),n}Fn.assign=yn;Fn.fmtNum=vp;Fn.rangeNum=_u;Fn.rangeLog=Su;Fn.rangeAsinh=xp;Fn.orient=Wr;Fn.pxRatio=Ct;Fn.join=yT;Fn.fmtDate=Sp,Fn.tzDate=CT;Fn.sync=yx;{Fn.addGap=hA,Fn.clipGaps=Eu;let i=Fn.paths={points:Mx};i.linear=Ex,i.stepped=fA,i.bars=pA,i.spline=gA}function Px(i){let e=t=>{let n=Array.from(i[0]??[],()=>0);return i.map(s=>n=n.map((r,o)=>r+t(Number.isFinite(s[o])?s[o]:0)))};return{above:e(t=>Math.max(t,0)),below:e(t=>Math.min(t,0))}}var AA="11px system-ui, sans-serif",CA=5,PA=70,Rx=1.2,Pp=i=>Array.from(i,e=>Number.isFinite(e)?e:null);function Ix(i){if(i.kind==="over")return[null,...i.lines.map(e=>[Pp(e.x),Pp(e.y)])];if(i.kind==="stack"){let{above:e,below:t}=Px(i.lines.map(n=>n.y));return[Array.from(i.lines[0]?.x??[]),...e,...t]}return Fn.join(i.lines.map(e=>e.x.length?[Array.from(e.x),Pp(e.y)]:[[0],[null]]))}var RA=(i,e)=>{let[t,n]=i.data[e],s=new Path2D,r=!1;return t.forEach((o,a)=>{let l=n[a];if(o===null||l===null){r=!1;return}let[c,h]=[i.valToPos(o,"x",!0),i.valToPos(l,"y",!0)];r?s.lineTo(c,h):s.moveTo(c,h),r=!0}),{stroke:s,fill:null,clip:null,band:null,gaps:null,flags:0}};function IA(i){let e=n=>n.isDashed?[6,4]:void 0;if(i.kind==="over")return[{},...i.lines.map(n=>({stroke:n.color,width:1.6,dash:e(n),paths:RA,facets:[{scale:"x",auto:!0},{scale:"y",auto:!0}]}))];let t=i.lines.map(n=>({stroke:n.isFaint?`${n.color}59`:n.color,width:i.kind==="stack"?.8:1.6,dash:e(n),pxAlign:0,points:{show:!1}}));return i.kind==="stack"?[{},...t,...t.map(n=>({...n}))]:[{},...t]}function LA(i){if(i.kind!=="stack")return[];let e=i.lines.length;return i.lines.flatMap((t,n)=>n===0?[]:[{series:[n+1,n],fill:`${t.color}66`},{series:[e+n,e+n+1],fill:`${t.color}66`,dir:1}])}var Pu=class{constructor(e,t){this.spec=e;this.hooks=t;let n=Nn[t.theme];this.holder=V("div",{class:"plot",role:"img","aria-label":`${e.lines.filter(l=>!l.isFaint).map(l=>l.name).join(", ")} ${e.title}${e.unit?`, in ${e.unit}`:""}`}),this.holder.append(this.legend);let s={stroke:n.axis,font:AA,grid:{stroke:n.line,width:1},ticks:{stroke:n.line,width:1,size:4}},r=l=>l.map((c,h)=>h===l.length-1?`${rt(c,6)} ${e.across}`:rt(c,6)),o=IA(e);e.kind==="stack"&&o.slice(1).forEach((l,c)=>{c%e.lines.length===0&&(l.fill=`${e.lines[0].color}66`)}),this.plot=new Fn({mode:e.kind==="over"?2:1,width:300,height:150,legend:{show:!1},padding:[8,12+3.2*(CA+e.across.length),0,0],cursor:{y:!1,points:{show:!1},drag:{x:!1,y:!1,setScale:!1}},select:{show:!0,left:0,top:0,width:0,height:0},scales:{x:{time:!1},y:{}},series:o,bands:LA(e),axes:[{...s,size:24,values:(l,c)=>r(c)},{...s,size:58,values:(l,c)=>c.map(h=>rt(h,4))}],hooks:{draw:[()=>this.drawCursor()]}},Ix(e),this.holder);let a=e.lines.filter(l=>!l.isFaint).map(l=>{let c=V("span",{class:l.isDashed?"dashed":null},l.name);return c.style.setProperty("--own",l.color),c});this.legend.append(V("b",{},e.unit||"\u2013"),...a),e.kind!=="over"&&this.bind()}spec;hooks;holder;legend=V("div",{class:"legend"});plot;bind(){let{over:e}=this.plot,t=null,n=r=>r.clientX-e.getBoundingClientRect().left,s=r=>this.plot.posToVal(n(r),"x");e.addEventListener("pointerdown",r=>{e.setPointerCapture(r.pointerId),r.shiftKey?t=n(r):this.hooks.seek(s(r))}),e.addEventListener("pointermove",r=>{r.buttons&&(t===null?this.hooks.seek(s(r)):this.plot.setSelect({left:Math.min(t,n(r)),width:Math.abs(n(r)-t),top:0,height:e.clientHeight},!1))}),e.addEventListener("pointerup",r=>{t!==null&&Math.abs(n(r)-t)>4&&this.hooks.zoom([this.plot.posToVal(Math.min(t,n(r)),"x"),this.plot.posToVal(Math.max(t,n(r)),"x")]),t=null,this.plot.setSelect({left:0,width:0,top:0,height:0},!1)}),e.addEventListener("dblclick",()=>this.hooks.zoom(null)),e.addEventListener("wheel",r=>{r.preventDefault();let[o,a]=this.range,l=r.deltaY>0?Rx:1/Rx;this.hooks.zoom([s(r)-l*(s(r)-o),s(r)+l*(a-s(r))])},{passive:!1})}get range(){return[this.plot.scales.x.min??0,this.plot.scales.x.max??1]}show(e){let t=this.plot.data[0];t?.length&&this.plot.setScale("x",e?{min:e[0],max:e[1]}:{min:t[0],max:t[t.length-1]})}take(e){let t=({kind:n,lines:s})=>[n,...s.map(r=>`${r.name} ${r.isFaint}`)].join(`
`);return t(e)!==t(this.spec)?!1:(this.spec=e,this.plot.setData(Ix(e)),!0)}drawCursor(){let{spec:e,plot:t}=this,{ctx:n,bbox:s}=t,r=this.hooks.now(),o=e.kind==="stack"?[]:e.lines.filter(a=>!a.isFaint).map(a=>({color:a.color,at:a.at(r)}));if(n.save(),n.beginPath(),n.rect(s.left-4,s.top-4,s.width+8,s.height+8),n.clip(),e.kind!=="over"){let a=Math.round(t.valToPos(r,"x",!0))+.5;n.strokeStyle=getComputedStyle(document.documentElement).getPropertyValue("--accent"),n.lineWidth=window.devicePixelRatio,n.setLineDash([]),n.beginPath(),n.moveTo(a,s.top),n.lineTo(a,s.top+s.height),n.stroke()}for(let{color:a,at:l}of o)l.every(Number.isFinite)&&(n.fillStyle=a,n.beginPath(),n.arc(t.valToPos(l[0],"x",!0),t.valToPos(l[1],"y",!0),3.4*window.devicePixelRatio,0,2*Math.PI),n.fill());n.restore()}redraw(){this.plot.redraw(!1,!1)}resize(e,t){this.holder.style.width=`${e}px`,this.plot.setSize({width:e,height:Math.max(t-this.legend.offsetHeight,PA)})}destroy(){this.plot.destroy()}};function Xr(i,e){let t=typeof i=="string"?i:URL.createObjectURL(i),n=V("a",{href:t,download:e,hidden:!0});document.body.append(n),n.click(),n.remove(),typeof i!="string"&&window.setTimeout(()=>URL.revokeObjectURL(t),1e4)}function qr(i,e){return`${i.normalize("NFKD").replace(/[^A-Za-z0-9]+/g,"-").replace(/^-+|-+$/g,"").slice(0,60)||"linkwork"}.${e}`}function Lx(i,e){let t=s=>/[",\n\r]/.test(s)||/^[=+\-@]/.test(s)?`"${s.replaceAll('"','""')}"`:s,n=[i.map(t).join(",")];for(let s=0;s<(e[0]?.length??0);s+=1)n.push(e.map(r=>Number.isFinite(r[s])?String(r[s]):"").join(","));return`${n.join(`
`)}
`}var DA=3,Dx=["kinetic_energy","gravity_energy","stored_energy"],Nx=.5,NA=260,Ru=class{constructor(e,t,n,s){this.curves=e;this.store=t;this.source=n;this.options=s;this.others=s.others.map(o=>({label:o.label,curves:new Jo(o.source)}));let r=ny(e,t,(o,a)=>this.show(o,a));this.root=V("section",{class:"dock","aria-label":"Plots"},r,V("div",{class:"plot-side"},this.makeBar(),this.area)),t.get("shown").length||t.set("shown",this.begin(s.first)),t.watch(["shown","theme","degrees","plotKind","difference"],()=>this.build()),t.watch(["grown"],()=>this.grow()),t.watch(["window"],()=>{for(let o of this.charts)o.show(t.get("window"))}),t.watch(["t"],()=>{for(let o of this.charts)o.redraw()}),new ResizeObserver(()=>this.resize()).observe(this.area)}curves;store;source;options;root;area=V("div",{class:"plots"});charts=[];others;begin(e){let t=this.curves.all.filter(s=>e.includes(s.channel.id)||e.includes(s.key)),n=this.curves.all[0]?.unit;return(t.length?t:this.curves.all.filter(s=>s.unit===n).slice(0,DA)).map(s=>s.key)}show(e,t){let n=this.store.get("shown").filter(s=>s!==e);this.store.set("shown",t?[...n,e]:n),t&&["energy","power"].includes(this.store.get("plotKind"))&&this.store.set("plotKind","time")}makeBar(){let{store:e,curves:t}=this,n=t.all.filter(l=>l.unit==="W"),s=V("select",{"aria-label":"What is plotted",onchange:()=>e.set("plotKind",s.value)},V("option",{value:"time"},"over time"),t.pick(Dx).length>1&&V("option",{value:"energy"},"energies, stacked"),n.length>0&&V("option",{value:"power"},"powers, stacked"),V("optgroup",{label:"over a channel"},...t.all.map(l=>V("option",{value:`over ${l.key}`},`over ${l.key}`))));e.watch(["plotKind"],()=>{s.value=e.get("plotKind")});let r=(l,c,h)=>V("button",{class:"chip",title:c,onclick:h},l),o=(l,c,h)=>{let u=r(c,h,()=>e.toggle(l));return e.watch([l],()=>u.setAttribute("aria-pressed",String(e.get(l)))),u},a=t.all.some(l=>Ki(l.unit,!0).factor!==1);return V("div",{class:"plot-bar",role:"toolbar","aria-label":"Plots"},s,a&&o("degrees","degrees","Angles in degrees (O)"),this.others.length>0&&o("difference","difference",`Other runs less "${this.options.label}"`),r("zoom in","Less of time, about the cursor; also the wheel, or drag with Shift",()=>this.zoomBy(Nx)),r("zoom out","More of time",()=>this.zoomBy(1/Nx)),r("all","All of time; also a double click",()=>e.set("window",null)),r("CSV","Save the numbers of these plots",()=>this.save()))}zoomBy(e){let[t,n]=this.source.range(),[s,r]=this.store.get("window")??[t,n],o=Math.min(Math.max(this.store.get("t"),s),r);this.zoom([o-e*(o-s),o+e*(r-o)])}zoom(e){let[t,n]=this.source.range();if(!e){this.store.set("window",null);return}let[s,r]=[Math.max(e[0],t),Math.min(e[1],n)];r-s<1e-9*(n-t)||this.store.set("window",r-s>(1-1e-6)*(n-t)?null:[s,r])}specs(){let{store:e,curves:t}=this,n=e.get("plotKind");if(n==="energy")return[this.stack("energies over time",t.pick(Dx))];if(n==="power")return[this.stack("powers over time",t.all.filter(o=>o.unit==="W"))];let s=n.startsWith("over ")?t.find(n.slice(5)):void 0,r=new Map;for(let o of t.pick(e.get("shown")))r.set(o.unit,[...r.get(o.unit)??[],o]);return[...r].map(([o,a])=>({kind:s?"over":"time",title:s?`over ${s.key}`:"over time",unit:Ki(o,e.get("degrees")).unit,across:s?Ki(s.unit,e.get("degrees")).unit:"s",lines:a.flatMap(l=>this.lines(l,s,fu(e.get("shown").indexOf(l.key))))}))}lines(e,t,n){let{store:s}=this,[{factor:r},o]=[Ki(e.unit,s.get("degrees")),t?Ki(t.unit,s.get("degrees")).factor:1],a=s.get("difference")&&this.others.length>0,l=(m,g,_,E,y)=>{let C=t&&m.find(t.key),M=m.union([g,...C?[C]:[]]),v=S=>y?y.value(e,S):0;return{name:_,color:n,isDashed:E,x:C?m.at(C,M,o):M,y:m.at(g,M,r).map((S,F)=>S-r*v(M[F])),at:S=>[C?o*m.value(C,S):S,r*(m.value(g,S)-v(S))]}},c=this.others.flatMap(({label:m,curves:g})=>{let _=g.find(e.key);return _?[l(g,_,`${e.key} (${m}${a?` \u2212 ${this.options.label}`:""})`,!a,a?this.curves:null)]:[]}),h=l(this.curves,e,this.others.length?`${e.key} (${this.options.label})`:e.key,!1,null),u=t?null:this.curves.remembered(e),d=u?Array.from(u.y,m=>r*m):[],f=m=>[m,u&&this.source.isPinned?r*gs(u.t,u.y,m):NaN],p=this.source.isPinned?{name:`${e.key} (pinned)`,isDashed:!0}:{name:e.key,isFaint:!0},x=u?[{...p,color:n,x:u.t,y:d,at:f}]:[];return a?c:[h,...c,...x]}stack(e,t){let n=this.curves.union(t),s=t.map((r,o)=>{let a=this.curves.at(r,n),l=r.key==="gravity_energy"?a.reduce((h,u)=>Number.isNaN(u)?h:Math.min(u,h),1/0):0,c=Number.isFinite(l)?l:0;return{name:c?`${r.key} above its lowest`:r.key,color:fu(o),x:n,y:a.map(h=>h-c),at:h=>[h,this.curves.value(r,h)-c]}});return{kind:"stack",title:e,unit:t[0]?.unit??"",across:"s",lines:s}}build(){for(let t of this.charts)t.destroy();let e={theme:this.store.get("theme"),now:()=>this.store.get("t"),zoom:t=>this.zoom(t),seek:t=>{let[n,s]=this.source.range();this.store.set("t",Math.min(Math.max(t,n),s))}};if(this.charts=this.specs().filter(t=>t.lines.length).map(t=>new Pu(t,e)),this.area.replaceChildren(...this.charts.map(t=>t.holder)),this.charts.length||this.area.append(V("p",{class:"quiet"},"Tick channels to plot them.")),this.resize(),this.store.get("window"))for(let t of this.charts)t.show(this.store.get("window"))}grow(){let e=this.specs().filter(t=>t.lines.length);if(e.length!==this.charts.length||!this.charts.every((t,n)=>t.take(e[n])))this.build();else if(this.store.get("window"))for(let t of this.charts)t.show(this.store.get("window"))}table(){let e=this.specs(),t=e.flatMap(l=>l.lines.filter(c=>!c.isFaint).map(c=>({line:c,unit:l.unit}))),n=Float64Array.from(new Set(this.curves.pick(this.store.get("shown")).flatMap(l=>[...this.curves.times(l)]))).sort(),s=n.length?n:Float64Array.from(t[0]?.line.x??[]),r=e.find(l=>l.kind==="over"),o=["t [s]",...r?[`${r.title.slice(5)} [${r.across}]`]:[],...t.map(({line:l,unit:c})=>`${l.name} [${c||"1"}]`)],a=(l,c)=>Array.from(s,h=>l.at(h)[c]);return Lx(o,[s,...r?[a(r.lines[0],0)]:[],...t.map(({line:l})=>a(l,1))])}save(){Xr(new Blob([this.table()],{type:"text/csv"}),qr(this.options.name,"csv"))}resize(){let e=this.charts.length;if(!e||!this.area.clientWidth)return;let t=Math.min(e,Math.max(1,Math.floor(this.area.clientWidth/NA))),n=Math.ceil(e/t),s=Math.floor(this.area.clientWidth/t)-4,r=Math.max(Math.floor(this.area.clientHeight/Math.min(n,2)),90);for(let o of this.charts)o.resize(s,r)}};var ca=class{room=new Uint8Array(65536);used=0;byte(...e){this.grow(e.length),this.room.set(e,this.used),this.used+=e.length}grow(e){if(this.used+e<=this.room.length)return;let t=new Uint8Array(2*this.room.length+e);t.set(this.room),this.room=t}short(...e){for(let t of e)this.byte(t&255,t>>8)}text(e){this.byte(...Array.from(e,t=>t.charCodeAt(0)))}bytes(e){this.grow(e.length),this.room.set(e,this.used),this.used+=e.length}all(){return this.room.slice(0,this.used)}};var Ux=1e6,Fx=Kt(65536,0,0,0,65536,0,0,0,1073741824),UA=1,FA=3;function Bx(i,e,t,n,s){let r=es("ftyp",ha("isom"),Kt(512),ha("isomiso2mp41"),ha(i.entry==="avc1"?"avc1":"vp09")),o=kA(i,e,t),a=c=>OA(e,t,n,o,s,c),l=r.length+a(0).length+8;return Rp(r,a(l),es("mdat",...s.map(({content:c})=>c)))}function OA(i,e,t,n,s,r){let o=es("stbl",ci("stsd",0,Kt(1),n),ci("stts",0,BA(s,t)),ci("stss",0,Ox(s.flatMap(({isKey:d},f)=>d?[f+1]:[]))),ci("stsc",0,Kt(1,1,s.length,1)),ci("stsz",0,Kt(0),Ox(s.map(({content:d})=>d.length))),ci("stco",0,Kt(1,r))),a=es("minf",ci("vmhd",1,Kt(0,0)),es("dinf",ci("dref",0,Kt(1),ci("url ",UA))),o),l=es("mdia",ci("mdhd",0,Kt(0,0,Ux,t),Fl(21956,0)),ci("hdlr",0,Kt(0),ha("vide"),Kt(0,0,0),ha("linkwork\0")),a),c=Kt(i<<16,e<<16),h=es("trak",ci("tkhd",FA,Kt(0,0,1,0,t,0,0,0,0),Fx,c),l),u=Kt(65536,16777216);return es("moov",ci("mvhd",0,Kt(0,0,Ux,t),u,Kt(0,0),Fx,Kt(0,0,0,0,0,0),Kt(2)),h)}function BA(i,e){let t=[];return i.forEach(({at:n},s)=>{let r=(i[s+1]?.at??e)-n,o=t.at(-1);o?.[1]===r?o[0]+=1:t.push([1,r])}),Kt(t.length,...t.flat())}function kA({entry:i,configuration:e},t,n){return es(i,Kt(0),Fl(0,1,0,0,0,0,0,0,0,0),Fl(t,n),Kt(4718592,4718592,0),Fl(1),new Uint8Array(32),Fl(24,65535),e)}var kx=i=>({entry:"avc1",configuration:es("avcC",i)}),zx=i=>({entry:"vp09",configuration:ci("vpcC",1<<24,Uint8Array.of(0,i,130,2,2,2,0,0))});function es(i,...e){return Rp(Kt(8+e.reduce((t,n)=>t+n.length,0)),ha(i),...e)}var ci=(i,e,...t)=>es(i,Kt(e),...t),Ox=i=>Rp(Kt(i.length),Kt(...i));function Kt(...i){let e=new DataView(new ArrayBuffer(4*i.length));return i.forEach((t,n)=>{e.setUint32(4*n,t)}),new Uint8Array(e.buffer)}function Fl(...i){let e=new DataView(new ArrayBuffer(2*i.length));return i.forEach((t,n)=>{e.setUint16(2*n,t)}),new Uint8Array(e.buffer)}var ha=i=>new TextEncoder().encode(i);function Rp(...i){let e=new ca;for(let t of i)e.bytes(t);return e.all()}var Vx=51,zA=["avc1.640034","avc1.640028","avc1.42001f",`vp09.00.${Vx}.08`],VA=12e6,GA=60,HA=4,Iu=class i{constructor(e,t){this.config=e;this.rate=t;this.encoder=new VideoEncoder({output:(n,s)=>{let r=new Uint8Array(n.byteLength);n.copyTo(r);let o=s?.decoderConfig?.description;o&&(this.codec=kx(WA(o))),this.pictures.push({at:n.timestamp,isKey:n.type==="key",content:r})},error:n=>{this.failed=n}}),this.encoder.configure(e)}config;rate;pictures=[];encoder;failed=null;codec=zx(Vx);count=0;static async of(e,t,n){if(typeof VideoEncoder>"u")return null;for(let s of zA){let r=s.startsWith("avc1")?{avc:{format:"avc"}}:{},o={codec:s,width:e,height:t,bitrate:VA,framerate:n,...r};if((await VideoEncoder.isConfigSupported(o).catch(()=>null))?.supported)return new i(o,n)}return null}async add(e){let[t,n]=[this.count,this.count+1].map(r=>Math.round(1e6*r/this.rate)),s=new VideoFrame(e,{timestamp:t,duration:n-t});for(this.encoder.encode(s,{keyFrame:this.count%GA===0}),s.close(),this.count+=1;this.encoder.encodeQueueSize>HA&&!this.failed;)await new Promise(r=>{window.setTimeout(r,1)})}async file(){if(await this.encoder.flush(),this.encoder.close(),this.failed)throw this.failed;let{width:e,height:t}=this.config;return Bx(this.codec,e,t,Math.round(1e6*this.count/this.rate),this.pictures)}};function WA(i){return ArrayBuffer.isView(i)?new Uint8Array(i.buffer,i.byteOffset,i.byteLength).slice():new Uint8Array(i)}var Ip=32768,Lp=255,XA=4096,Lu=class{constructor(e,t){this.width=e;this.height=t}width;height;pictures=[];counts=new Float64Array(Ip);sums=new Float64Array(3*Ip);add(e){let t=new Uint16Array(this.width*this.height);for(let n=0;n<t.length;n+=1){let[s,r,o]=[e[4*n],e[4*n+1],e[4*n+2]],a=s>>3<<10|r>>3<<5|o>>3;t[n]=a,this.counts[a]+=1,this.sums[3*a]+=s,this.sums[3*a+1]+=r,this.sums[3*a+2]+=o}this.pictures.push(t)}file(e){let{colors:t,places:n}=this.palette(),s=new ca;return s.text("GIF89a"),s.short(this.width,this.height),s.byte(247,0,0),s.byte(...t),s.byte(33,255,11),s.text("NETSCAPE2.0"),s.byte(3,1,0,0,0),this.pictures.forEach((r,o)=>{let a=this.pictures[o-1],l=Uint8Array.from(r,(c,h)=>a&&n[a[h]]===n[c]?Lp:n[c]);s.byte(33,249,4,5),s.short(Math.max(Math.round(100*e),2)),s.byte(Lp,0,44),s.short(0,0,this.width,this.height),s.byte(0),qA(l,s)}),s.byte(59),s.all()}palette(){let e=new Array(768).fill(0),t=new Uint8Array(Ip);return this.cubes().forEach(({bins:n,count:s},r)=>{for(let o of n)t[o]=r;for(let o=0;o<3;o+=1)e[3*r+o]=Math.round(n.reduce((a,l)=>a+this.sums[3*l+o],0)/s)}),{colors:e,places:t}}cubes(){let e=Array.from(this.counts.keys()).filter(n=>this.counts[n]>0),t=[this.cube(e)];for(;t.length<Lp;){let n=t.reduce((s,r,o)=>r.spread>t[s].spread?o:s,0);if(t[n].spread===0)break;t.push(...t.splice(n,1).flatMap(s=>this.halves(s)))}return t}cube(e){let t=[0,1,2].map(r=>{let[o,a]=[31,0];for(let l of e){let c=Dp(l,r);o=Math.min(o,c),a=Math.max(a,c)}return a-o}),n=t.indexOf(Math.max(...t)),s=e.reduce((r,o)=>r+this.counts[o],0);return{bins:e,count:s,axis:n,spread:t[n]**2*Math.sqrt(s)}}halves({bins:e,count:t,axis:n}){let s=[...e].sort((a,l)=>Dp(a,n)-Dp(l,n)),[r,o]=[0,0];for(;r<s.length-1&&o<t/2;)o+=this.counts[s[r]],r+=1;return[this.cube(s.slice(0,r)),this.cube(s.slice(r))]}},Dp=(i,e)=>i>>10-5*e&31;function qA(i,e){let[t,n]=[256,257],s=new Map,r=new Np(e),[o,a]=[n+1,9];e.byte(8),r.put(t,a);let l=i[0];for(let c=1;c<i.length;c+=1){let h=l<<8|i[c],u=s.get(h);if(u!==void 0){l=u;continue}if(r.put(l,a),l=i[c],o===XA){r.put(t,a),s.clear(),[o,a]=[n+1,9];continue}s.set(h,o),o===1<<a&&(a+=1),o+=1}r.put(l,a),o===1<<a&&a<12&&(a+=1),r.put(n,a),r.end()}var Np=class{constructor(e){this.out=e}out;block=[];waiting=0;count=0;put(e,t){for(this.waiting|=e<<this.count,this.count+=t;this.count>=8;)this.shift()}shift(){this.block.push(this.waiting&255),this.waiting>>>=8,this.count=Math.max(this.count-8,0),this.block.length===255&&this.flush()}flush(){this.out.byte(this.block.length,...this.block),this.block=[]}end(){this.count>0&&this.shift(),this.block.length&&this.flush(),this.out.byte(0)}};var YA=2,$A=4,ZA=30,KA=20,jA=240,JA=640;function Gx(i,e,t,n,s){let r=V("p",{class:"quiet",role:"status"}),o=h=>{r.textContent=`${Math.round(100*h)} % drawn`},a=(h,u,d)=>V("div",{class:"save-row"},V("button",{class:"chip",onclick:()=>{d()}},h),V("span",{class:"quiet"},u)),l=Ui(t)||(n?.doc.modes.length??0)>0,c=V("dialog",{class:"save","aria-label":"Save"},V("h2",{},"Save"),n&&a("Picture","as PNG, as it is now",()=>Xr(n.stage.picture(),qr(i,"png"))),n&&l&&a("Film","as MP4: one run from start to end, at the speed chosen",async()=>{let h=await eC(e,t,n,o);h&&Xr(new Blob([h],{type:"video/mp4"}),qr(i,"mp4")),r.textContent=h?"":"This browser makes no films; take a GIF."}),n&&l&&a("GIF","of the same, for slides and pages without a player",async()=>{let h=await tC(e,t,n,o);Xr(new Blob([h],{type:"image/gif"}),qr(i,"gif")),r.textContent=""}),t.channels.length>0&&a("Numbers","of the plots, as CSV",()=>Xr(new Blob([s.table()],{type:"text/csv"}),qr(i,"csv"))),a("Link","to this view, time, selection and values of sliders",async()=>{try{await navigator.clipboard.writeText(window.location.href),r.textContent="The address is copied."}catch{r.textContent="Copy the address of the page: it says what is shown."}}),r,V("button",{class:"chip",onclick:()=>c.close()},"Close"));return c.addEventListener("click",h=>{h.target===c&&c.close()}),c}function QA(i){let[e,t]=i.range();return[Math.max(e,t-(i.span??1/0)),t]}function Hx(i,e,t,n=1/0){let s=i.get("mode")>=0,[r,o]=s?[0,2*Math.PI]:QA(e),[a,l]=[o-r,s?YA:(o-r)/i.get("speed")],c=Math.min(Math.max(Math.round(l*t),$A),n);return{name:s?"phase":"t",values:Array.from({length:c},(h,u)=>r+u/c*a),seconds:l/c}}async function Wx(i,e,{name:t,values:n},s,r){let o=i.get(t);i.set("playing",!1),await e.stage.atItsBest(async()=>{for(let[a,l]of n.entries())i.set(t,l),i.flush(),e.stage.draw(),await s(e.stage.canvas),r((a+1)/n.length),await new Promise(c=>{window.setTimeout(c)})}),i.set(t,o)}function Xx(i,e,t){let{clientWidth:n,clientHeight:s}=i.stage.canvas,r=a=>Math.max(Math.round(e*a/t),1)*t,o=V("canvas",{width:r(n),height:r(s)});return{paper:o,pen:o.getContext("2d",{willReadFrequently:!0})}}async function eC(i,e,t,n){let s=Hx(i,e,ZA),{paper:r,pen:o}=Xx(t,Math.min(window.devicePixelRatio,2),2),a=await Iu.of(r.width,r.height,1/s.seconds);return a?(await Wx(i,t,s,l=>(o.drawImage(l,0,0,r.width,r.height),a.add(r)),n),a.file()):null}async function tC(i,e,t,n){let{clientWidth:s,clientHeight:r}=t.stage.canvas,{paper:o,pen:a}=Xx(t,Math.min(1,JA/Math.max(s,r)),1),l=new Lu(o.width,o.height),c=Hx(i,e,KA,jA);return await Wx(i,t,c,h=>{a.drawImage(h,0,0,l.width,l.height),l.add(a.getImageData(0,0,l.width,l.height).data)},n),l.file(c.seconds)}var Ol=[[.267,.005,.329],[.254,.265,.53],[.164,.471,.558],[.128,.651,.525],[.478,.821,.318],[.993,.906,.144]];function qx(i){let e=(Number.isFinite(i)?Math.min(Math.max(i,0),1):0)*(Ol.length-1),t=Math.min(Math.floor(e),Ol.length-2);return Ol[t].map((n,s)=>n+(e-t)*(Ol[t+1][s]-n))}var Yx=`linear-gradient(to right, ${Ol.map(i=>`rgb(${i.map(e=>Math.round(255*e)).join(" ")})`).join(", ")})`;var $x=2,Up=100,nC={plain:"",displacement:"m",strain:"",stress:"Pa"},iC={plain:"plain",displacement:"displacement",strain:"surface strain",stress:"stress"};function Zx(i,e){let t=i.doc.deformation.length>0;if(!t&&i.elastic.colorings.length<2)return null;let n=V("output",{}),s=V("input",{type:"range",min:0,max:Up,step:1,"aria-label":"Exaggeration of the deformation",oninput:()=>e.set("exaggeration",10**($x*Number(s.value)/Up))});e.watch(["exaggeration"],()=>{let c=Math.log10(e.get("exaggeration"))/$x;s.value=String(Math.round(Up*c)),s.style.setProperty("--done",`${100*c}%`),n.textContent=`\xD7 ${rt(e.get("exaggeration"),2)}`});let r=V("select",{"aria-label":"Colours",onchange:()=>e.set("coloring",r.value)},...i.elastic.colorings.map(c=>V("option",{value:c},c==="stress"&&t?"stress (von Mises)":iC[c]))),o=V("span",{class:"color-bar","aria-hidden":"true"});o.style.background=Yx;let a=V("output",{}),l=V("div",{class:"color-scale"},"0",o,a);return e.watch(["coloring","t","exaggeration"],()=>{let c=e.get("coloring");r.value=c,l.hidden=c==="plain",a.textContent=`${rt(i.elastic.largest,3)} ${nC[c]}`}),V("div",{class:"shape-box",role:"group","aria-label":"Deformation"},t&&V("label",{},"Deformation",s,n),i.elastic.colorings.length>1&&V("label",{},"Colours",r),l)}function sC({text:i,verdict:e,rows:t}){if(!e)return V("pre",{tabindex:0},i);let[n,...s]=e.reasons;return V("article",{class:"certificate",tabindex:0},V("p",{class:`verdict ${["good","doubtful","bad"].includes(e.level)?e.level:""}`},V("b",{},e.level),n??""),s.length>0&&V("ul",{},...s.map(r=>V("li",{},r))),V("dl",{},...(t??[]).flatMap(([r,o])=>[V("dt",{},r),V("dd",{},o)])))}function Kx(i,e,t,n=[]){let s=[["Selection",e],...n,...i.map(l=>[l.title,sC(l)])],r=s.map(([l],c)=>V("button",{role:"tab",id:`tab-${c}`,"aria-controls":`panel-${c}`,onclick:()=>t.set("tab",c),onkeydown:h=>{let u={ArrowRight:1,ArrowLeft:-1}[h.key];u&&(h.preventDefault(),h.stopPropagation(),t.set("tab",(c+u+s.length)%s.length),t.flush(),r[t.get("tab")].focus())}},l)),o=s.map(([,l],c)=>V("div",{role:"tabpanel",id:`panel-${c}`,"aria-labelledby":`tab-${c}`,class:"sheet"},l)),a=V("aside",{class:"side right","aria-label":"Details"},V("div",{role:"tablist","aria-label":"Details",class:"tabs"},...r),...o);return t.watch(["tab"],()=>{let l=t.get("tab");r.forEach((c,h)=>{c.setAttribute("aria-selected",String(h===l)),c.tabIndex=h===l?0:-1}),o.forEach((c,h)=>{c.hidden=h!==l}),a.classList.toggle("wide",l>n.length&&!i[l-1-n.length].verdict)}),a}var rC=Array.from({length:19},(i,e)=>e-9),Bl=rC.flatMap(i=>[1,2,5].map(e=>+`${e}e${i}`)),Fp=6,oC=10,Op=1e4,aC=2,lC=2;function Bp(i){let e=i>=1&&i<=60?1:i/oC,t=r=>Math.abs(Math.log(r/e)),n=Bl.reduce((r,o,a)=>t(o)<t(Bl[r])?a:r,0),s=Math.min(Math.max(n-Fp,0),Bl.length-2*Fp-1);return{speeds:Bl.slice(s,s+2*Fp+1),speed:Bl[n]}}function jx(i,e,t){let n=V("div",{class:"timeline",role:"group","aria-label":"Time"}),[s,r]=t.range(),{speeds:o}=Bp(t.span??(r-s||1)),a=l=>{let c=Math.min(Math.max(o.indexOf(i.get("speed"))+l,0),o.length-1);i.set("speed",o[c])};return!Ui(t)&&!e.modes.length?(n.append(V("p",{class:"quiet"},"One position: there is no motion to play.")),{bar:n,step(){},changeSpeed:a}):(Ui(t)?n.append(...cC(i,e,t,o)):n.append(Jx(i),V("span",{class:"spring"})),e.modes.length&&n.append(hC(i,e.modes,Ui(t))),{bar:n,step:uC(i,t),changeSpeed:a})}function Jx(i){let e=V("button",{class:"round","data-act":"play",onclick:()=>i.toggle("playing")});return i.watch(["playing"],()=>{let t=i.get("playing");e.replaceChildren(Zo(t?"pause":"play")),e.setAttribute("aria-label",t?"Pause":"Play"),e.title=`${t?"Pause":"Play"} (space)`}),e}function cC(i,e,t,n){let s=h=>{let[u,d]=t.range();i.set("t",u+h*(d-u))},r=V("button",{class:"plain","aria-label":"To the start",title:"To the start (Home)",onclick:()=>s(0)},Zo("start")),o=V("input",{type:"range",min:0,max:Op,value:0,step:1,"aria-label":"Time",class:"scrub",oninput:()=>s(Number(o.value)/Op)}),a=V("output",{class:"clock","aria-live":"off"});i.watch(["t","grown"],()=>{let[[h,u],d]=[t.range(),i.get("t")],f=u>h?(d-h)/(u-h):1;o.value=String(Math.round(f*Op)),o.style.setProperty("--done",`${f*100}%`),o.setAttribute("aria-valuetext",`${rt(d,4)} seconds`);let p=Math.max(0,Math.min(6,3-Math.floor(Math.log10(u-h||1))));a.textContent=Math.abs(u)<1e6?`${d.toFixed(p)} / ${u.toFixed(p)} s`:`${rt(d)} / ${rt(u)} s`});let l=V("select",{"aria-label":"Speed",title:"Speed (\u2191 \u2193)",onchange:()=>i.set("speed",Number(l.value))},...n.map(h=>V("option",{value:h},`${rt(h)}\xD7`)));i.watch(["speed"],()=>{l.value=String(i.get("speed"))});let c=V("button",{class:"plain toggle","aria-label":"Loop",title:"Loop (L)",onclick:()=>i.toggle("loop")},Zo("loop"));return i.watch(["loop"],()=>c.setAttribute("aria-pressed",String(i.get("loop")))),i.watch(["mode"],()=>{for(let h of[o,r,l,c])h.disabled=i.get("mode")>=0}),[r,Jx(i),P0(o,i,e.happened.marks,t),a,l,...t.reach?[]:[c]]}function hC(i,e,t){let n=(o,a)=>{let l=[o.name||`mode ${a+1}`];return o.frequency!=null&&l.push(`${rt(o.frequency,4)} Hz`),o.damping!=null&&l.push(`\u03B6 ${rt(o.damping,3)}`),l.join(" \xB7 ")},s=V("select",{"aria-label":"Mode",class:"mode",onchange:()=>i.set("mode",Number(s.value))},V("option",{value:-1},t?"Motion":"At rest"),...e.map((o,a)=>V("option",{value:a},n(o,a)))),r=V("input",{type:"range",min:0,max:1,step:.01,"aria-label":"Amplitude of the mode",title:"Amplitude",class:"amplitude",oninput:()=>i.set("amplitude",Number(r.value))});return i.watch(["mode","amplitude"],()=>{s.value=String(i.get("mode")),r.value=String(i.get("amplitude")),r.style.setProperty("--done",`${100*i.get("amplitude")}%`),r.disabled=i.get("mode")<0}),V("div",{class:"modes"},s,r)}function uC(i,e){return t=>{if(i.get("mode")>=0){i.set("phase",(i.get("phase")+2*Math.PI*t/lC)%(2*Math.PI));return}let[n,s]=e.range(),r=i.get("t")+t*i.get("speed");e.reach?(e.reach(r+aC*i.get("speed")),r=Math.min(r,s)):r>s&&(i.get("loop")?r=n+(r-n)%(s-n):(r=s,i.set("playing",!1))),i.set("t",r)}}var dC=14;function e_(i,e){let t=[],n=(a,l,c,h)=>{let u=V("span",{class:a.type==="body"?"swatch":"swatch ring"});h&&(u.style.background=h);let d=V("button",{class:"entry",title:l,onclick:()=>e.set("selected",a)},u,V("span",{class:"name"},l),V("span",{class:"kind"},c));e.watch(["selected"],()=>{let p=ps(e.get("selected"),a);if(d.setAttribute("aria-current",String(p)),!p)return;let x=d.closest("details");x&&(x.open=!0),d.scrollIntoView({block:"nearest"})});let f=V("li",{},d);return t.push({item:f,text:`${l} ${c}`.toLowerCase()}),f},s=i.bodies.map((a,l)=>({name:a.name,item:n({type:"body",index:l},a.name,l?"":"fixed",Fr(l))})),r=i.connections.map((a,l)=>({name:a.name,item:n({type:"connection",index:l},a.name,a.kind)})),o=V("input",{type:"search",placeholder:"Filter","aria-label":"Filter bodies and connections",oninput:()=>t.forEach(({item:a,text:l})=>{a.hidden=!l.includes(o.value.toLowerCase());let c=a.closest("details");c&&o.value&&!a.hidden&&(c.open=!0)})});return V("nav",{class:"tree","aria-label":"Model"},t.length>dC&&o,V("h2",{},"Bodies",V("span",{class:"count"},String(s.length-1))),V("ul",{},...Qx(s)),V("h2",{},"Connections",V("span",{class:"count"},String(r.length))),V("ul",{},...Qx(r)))}function Qx(i){let e=new Map;for(let{name:t,item:n}of i){let s=t.includes("/")?t.slice(0,t.lastIndexOf("/")):`/${t}`;e.set(s,[...e.get(s)??[],n])}return[...e].flatMap(([t,n])=>n.length===1?n:[V("li",{},V("details",{},V("summary",{},`${t} `,V("span",{class:"count"},String(n.length))),V("ul",{},...n)))])}var Du=class{objects;ends=[new P,new P];points=[];dots;line;constructor({size:e}){let t=new Qs({color:"#d6336c",depthTest:!1,transparent:!0});this.dots=this.ends.map(()=>new ct(new Bn(.7*e,16,12),t));let n=new Mt().setAttribute("position",new Ht(new Float32Array(6),3));this.line=new tr(n,new ai({color:"#d6336c",depthTest:!1,transparent:!0})),this.line.frustumCulled=!1;let s=new Rt;s.add(...this.dots,this.line),s.traverse(r=>{r.renderOrder=6}),this.objects=[s]}get distance(){return this.points.length===2?this.ends[0].distanceTo(this.ends[1]):null}update(e){this.points.forEach((n,s)=>e.point(n.body,new P(...n.local),this.ends[s])),this.dots.forEach((n,s)=>{n.visible=s<this.points.length,n.position.copy(this.ends[s])}),this.line.visible=this.points.length===2;let t=this.line.geometry.attributes.position;this.ends.forEach((n,s)=>t.setXYZ(s,n.x,n.y,n.z)),t.needsUpdate=!0}dispose(){Mn(this.objects)}};function t_(i,e,t){let n=t.clone().sub(i.positions[e]).applyQuaternion(i.quaternions[e].clone().conjugate());return{body:e,local:n.toArray()}}var fC=4;function n_(i,e,t){let{canvas:n}=i.stage;n.tabIndex=0,n.setAttribute("role","img"),n.setAttribute("aria-label",`Picture of ${t.name}. Press question mark for the keys.`);let s=null,r=l=>{let c=n.getBoundingClientRect();return i.stage.meet(l.clientX-c.left,l.clientY-c.top)},o=l=>r(l)?.thing??null,a=l=>{let c=r(l);if(!c)return;let h=c.thing.type==="body"?c.thing.index:t.connections[c.thing.index].ends[0]?.body??0,u=e.get("measured");e.set("measured",[...u.length<2?u:[],t_(i.pose,h,c.point)])};n.addEventListener("pointerdown",l=>{s=[l.clientX,l.clientY]}),n.addEventListener("pointerup",l=>{if(!s||Math.hypot(l.clientX-s[0],l.clientY-s[1])>fC||l.button!==0)return;if(e.get("measuring")){a(l);return}let c=o(l);e.set("selected",c),c&&e.set("tab",0)}),n.addEventListener("pointermove",l=>{if(l.buttons)return;let c=o(l);ps(c,e.get("hovered"))||(n.style.cursor=c?"pointer":"",e.set("hovered",c))}),n.addEventListener("pointerleave",()=>e.set("hovered",null))}var i_="linkwork-scene";function s_(i){return{...{floor:!0,touching:[],happened:{marks:[],given:0},plots:[],strands:[],lit:[],followed:[],deformation:[],label:"",others:[]},...i}}function Nu(i,e,t,n,s,r,o){let a=0;for(let f=0;f<4;f+=1)a+=i[e+f]*t[n+f];let l=a<0?-1:1,c=Math.acos(Math.min(Math.abs(a),1)),h=Math.sin(c),[u,d]=h<1e-6?[1-s,s]:[Math.sin((1-s)*c)/h,Math.sin(s*c)/h];for(let f=0;f<4;f+=1)r[o+f]=u*i[e+f]+l*d*t[n+f];Uu(r,o)}function kp(i,e,t,n){let[s,r,o]=[i[e],i[e+4],i[e+8]],a=[1+s+r+o,1+s-r-o,1-s+r-o,1-s-r+o],l=a.indexOf(Math.max(...a)),c=Math.sqrt(Math.max(a[l],0)),[h,u,d]=[i[e+7]-i[e+5],i[e+2]-i[e+6],i[e+3]-i[e+1]],[f,p,x]=[i[e+1]+i[e+3],i[e+2]+i[e+6],i[e+5]+i[e+7]],m=[[c*c,h,u,d],[h,c*c,f,p],[u,f,c*c,x],[d,p,x,c*c]];for(let g=0;g<4;g+=1)t[n+g]=m[l][g]/(2*c);Uu(t,n)}function Uu(i,e){let t=Math.hypot(i[e],i[e+1],i[e+2],i[e+3])||1;for(let n=0;n<4;n+=1)i[e+n]/=t}function r_(i,e,t,n,s){let r=Math.hypot(t,n,s);if(r===0)return;let o=Math.cos(r/2),a=Math.sin(r/2)/r,[l,c,h]=[a*t,a*n,a*s],[u,d,f,p]=[i[e],i[e+1],i[e+2],i[e+3]];i[e]=o*u-l*d-c*f-h*p,i[e+1]=o*d+l*u+c*p-h*f,i[e+2]=o*f+c*u+h*d-l*p,i[e+3]=o*p+h*u+l*f-c*d}var kl=class{constructor(e,t=3e4){this.width=e;this.most=t;this.values=new Float64Array(e*256)}width;most;t=[];first=0;values;get count(){return this.t.length}put(e,t,n){let s=Math.min(Math.max(e-this.first,0),this.count);this.t.length=s,this.room(s+t.length),this.values.set(n,s*this.width);for(let r of t)this.t.push(r);this.count>this.most&&this.drop(this.count-this.most/2)}row(e){return this.values.subarray(e*this.width,(e+1)*this.width)}columns(e,t){let n=new Float64Array(this.count*t);for(let s=0;s<this.count;s+=1)for(let r=0;r<t;r+=1)n[s*t+r]=this.values[s*this.width+e+r];return n}drop(e){this.values.copyWithin(0,e*this.width,this.count*this.width),this.t.splice(0,e),this.first+=e}room(e){if(e*this.width<=this.values.length)return;let t=new Float64Array(Math.max(e*this.width,2*this.values.length));t.set(this.values),this.values=t}};var o_=["x","y","z"],a_=".touch_hits",pC=/\.touch_(place|normal|friction|hits)$/,Yr=class{constructor(e,t,n,s){this.program=e;this.worker=t;this.bodies=n;this.span=e.span,this.told=mC(e),this.channels=this.told.filter(({id:o})=>!pC.test(o)),this.rows=new kl(e.columns.length),this.found=Zi(n,s.deformation.length,s.loads.length/3),this.found.poses.set(s.poses),this.found.t=s.t,this.asked=s.t+e.span;let r=Object.fromEntries(e.controls.map(({name:o,value:a})=>[o,a]));this.news={values:r,chosen:r,sentence:"",certificate:null},t.onmessage=({data:o})=>this.take(o),t.onerror=o=>this.say(`The worker of this page has failed: ${o.message}.`),this.wish({kind:"begin",program:e})}program;worker;bodies;kind="live";span;channels;news;ontime=()=>{};told;watchers=new Set;listeners=new Set;found;rows;coming=null;before=null;pinned=null;curves=new Map;run=0;shown=-1/0;asked;wish(e){this.worker.postMessage(e)}watch(e){this.watchers.add(e)}spread(){for(let e of this.watchers)e()}say(e){this.news.sentence=e,this.spread()}take(e){e.kind==="rows"?this.takeRows(e):e.kind==="values"?(Object.assign(this.news,{values:e.values,chosen:e.chosen}),this.say(e.sentence)):e.kind==="certificate"?(this.news.certificate=e,e.reasons.length&&e.level==="bad"&&this.show(!0),this.spread()):e.kind==="time"?this.ontime(e.t):this.say(e.sentence)}takeRows({run:e,first:t,t:n,values:s}){if(e!==this.run&&(this.run=e,this.coming=new kl(this.rows.width)),this.coming){this.coming.put(t,n,s),this.show(!1);return}let r=t>=this.rows.first+this.rows.count;this.rows.put(t,n,s),this.tell(r?"grown":"anew")}show(e){let{coming:t}=this;!t?.count||!(e||t.t[t.count-1]>=Math.min(this.shown,this.end(this.rows)))||(this.rows=t,this.coming=null,this.tell("anew"))}end(e){return e.count?e.t[e.count-1]:-1/0}tell(e){this.curves.clear();for(let t of this.listeners)t(e)}range(){let{t:e,count:t}=this.rows;return t?[e[0],e[t-1]]:[this.found.t,this.found.t]}times(e=-1/0){return Float64Array.from(this.rows.t.filter(t=>t>e))}frame(e){return this.shown=e,u_(this.rows,this.program,e,this.found)}channel(e){let t=this.told.find(s=>s.id===e);if(!t)throw new Error(`there is no channel "${e}"`);let n=this.curves.get(e);return n||this.curves.set(e,n=l_(this.rows,t)),n}get touching(){return this.program.touching.map(e=>({...e,curves:()=>{let[t,n,s]=["place","normal","friction"].map(r=>this.channel(`${e.name}.touch_${r}`));return{times:t.t,places:t.y,normal:n.y,friction:s.y}}}))}marks(){let e=this.told.filter(({id:n})=>n.endsWith(a_));if(!e.length)return null;let t=[];for(let n=0;n<this.rows.count;n+=1){let s=this.rows.row(n),r=e.filter(({column:o})=>s[o]>0).map(({id:o})=>o.slice(0,-a_.length));r.length&&t.push({t:this.rows.t[n],kind:"impact",sentence:`t = ${Number(this.rows.t[n].toPrecision(6))}: impact of ${r.join(" and ")}`})}return t}subscribe(e){return this.listeners.add(e),()=>this.listeners.delete(e)}dispose(){this.worker.terminate()}reach(e){e<=this.asked||(this.asked=e,this.wish({kind:"until",t:e}))}set(e){this.wish({kind:"set",values:e})}reset(){this.wish({kind:"reset"})}remember(){this.before??=this.rows}forget(){!this.before||this.pinned||(this.before=null,this.tell("grown"))}pin(){this.before=this.rows,this.pinned=this.news.values,this.tell("grown"),this.spread()}get isPinned(){return this.pinned!==null}unpin(){this.pinned=null,this.forget(),this.spread()}remembered(e){let t=this.told.find(n=>n.id===e);return this.before&&t&&this.before!==this.rows?l_(this.before,t):null}ghost(e,t){return this.before&&this.before!==this.rows?u_(this.before,this.program,e,t):null}room(){return Zi(this.bodies,this.found.deformation.length,this.found.loads.length/3)}held(e){return this.program.bodies[e-1]?.dragged??null}grab(e,t,n){this.say(""),this.wish({kind:"grab",t:e,body:t,point:n})}pull(e,t){this.wish({kind:"pull",pointer:e,dt:t})}press(e,t,n){this.wish({kind:"press",t:e,key:t,down:n})}hand(e,t,n,s){this.say(""),this.wish({kind:"hand",t:e,body:t,point:n,pointer:s})}release(){this.wish({kind:"release"})}};function mC({columns:i}){let e=[];i.forEach(({name:n,unit:s,group:r},o)=>{if(/\.rotation\b/.test(n))return;let a=n.replace(/\.[xyz]$/,""),l=e[e.length-1];a!==n&&n.endsWith(".x")&&o_.every((c,h)=>i[o+h]?.name===`${a}.${c}`)?e.push({id:a,name:a,components:o_,unit:s,group:r,column:o}):l?.components.length&&o<l.column+3||e.push({id:n,name:n,components:[],unit:s,group:r,column:o})});let t=({name:n})=>Number(/\.e[0-3]$/.test(n));return e.sort((n,s)=>t(n)-t(s))}function l_(i,e){return{t:Float64Array.from(i.t),y:i.columns(e.column,e.components.length||1)}}var[c_,h_]=[new Float64Array(4),new Float64Array(4)];function u_(i,e,t,n){if(!i.count)return n;let[s,r]=pr(i.t,t),[o,a]=[i.row(s),i.row(Math.min(s+1,i.count-1))],l=c=>o[c]+r*(a[c]-o[c]);return e.bodies.forEach(({column:c},h)=>{let[u,d]=[e.states+c,7*(h+1)];for(let f=0;f<3;f+=1)n.poses[d+f]=l(u+9+f);if(kp(o,u,c_,0),kp(a,u,h_,0),Nu(c_,0,h_,0,r,n.poses,d+3),!!n.velocities)for(let f=0;f<3;f+=1)n.velocities[6*(h+1)+f]=l(u+15+f),n.velocities[6*(h+1)+3+f]=l(u+12+f)}),e.elastic.forEach((c,h)=>{n.deformation[h]=l(c)}),n.t=t,n}function d_(i){let e=URL.createObjectURL(new Blob([i.script],{type:"text/javascript"})),t=new Worker(e);return URL.revokeObjectURL(e),t}function zp(i){let e=Ko(i.times),t=Un(i.values);return{t:e,y:t,width:e.length?t.length/e.length:1}}var ua=class{constructor(e,t,n=[]){this.record=e;this.bodies=t,this.channels=e.channels,this.samples=Ko(e.poses.times),this.rows=gC(e,t,this.samples.length),this.rates=e.rates.map(zp),this.loads=n.map(zp),this.deformed=(e.deformation??[]).map(zp),this.found=Zi(t,this.deformed.reduce((s,r)=>s+r.width,0),n.length),this.rates.length||(this.found.velocities=null)}record;kind="recorded";channels;samples;rows;bodies;rates;loads;deformed;found;curves=new Map;range(){return[this.samples[0],this.samples[this.samples.length-1]]}times(e=-1/0){let t=this.samples.findIndex(n=>n>e);return t<0?new Float64Array:this.samples.subarray(t)}frame(e){let{bodies:t,rows:n,found:s}=this,[r,o]=pr(this.samples,e),[a,l]=[r,Math.min(r+1,this.samples.length-1)].map(h=>7*t*h);for(let h=0;h<t;h+=1){let u=7*h;for(let d=0;d<3;d+=1)s.poses[u+d]=n[a+u+d]+o*(n[l+u+d]-n[a+u+d]);Nu(n,a+u+3,n,l+u+3,o,s.poses,u+3)}s.t=e,s.velocities&&this.rates.forEach((h,u)=>cu(h.t,h.y,e,6,s.velocities,6*u)),this.loads.forEach((h,u)=>cu(h.t,h.y,e,3,s.loads,3*u));let c=0;for(let{t:h,y:u,width:d}of this.deformed)cu(h,u,e,d,s.deformation,c),c+=d;return s}channel(e){let t=this.curves.get(e);if(!t){let n=this.record.channels.find(s=>s.id===e);if(!n)throw new Error(`there is no channel "${e}"`);t={t:Ko(n.times),y:Un(n.values)},this.curves.set(e,t)}return t}subscribe(e){return()=>{}}dispose(){this.curves.clear()}};function gC(i,e,t){let n=Un(i.poses.positions),s=Un(i.poses.quaternions),r=new Float64Array(t*e*7);for(let o=0;o<t*e;o+=1){for(let a=0;a<3;a+=1)r[7*o+a]=n[3*o+a];for(let a=0;a<4;a+=1)r[7*o+3+a]=s[4*o+a];Uu(r,7*o+3)}return r}function f_(i){let e=new ua(i,i.bodies.length,i.arrows);if(!i.program||typeof WebAssembly>"u")return e;let t=i.program;return new Yr(t,d_(t),i.bodies.length,e.frame(e.range()[0]))}var Fu=class{constructor(e,t){this.sizes=t;this.moves=e.displacements.map(Un),this.turns=e.turns.map(Un),this.deformation=e.deformation?.map(Un)??null;let n=([r,o],a)=>Math.hypot(...[0,1,2].map(l=>Math.hypot(r[3*a+l],o[3*a+l]))),s=Math.max(e.reach??0,...t.map((r,o)=>n(this.moves,o)+r*n(this.turns,o)));this.unit=s>0?1/s:0}sizes;moves;turns;deformation;unit;apply(e,t,n,s){let r=t*this.unit*Math.cos(n),o=t*this.unit*Math.sin(n),a=([l,c],h)=>r*l[h]-o*c[h];au(e,s),this.sizes.forEach((l,c)=>{for(let h=0;h<3;h+=1)s.poses[7*c+h]+=a(this.moves,3*c+h);r_(s.poses,7*c+3,a(this.turns,3*c),a(this.turns,3*c+1),a(this.turns,3*c+2))});for(let l=0;this.deformation&&l<s.deformation.length;l+=1)s.deformation[l]+=a(this.deformation,l);return s}};var Vp=["wire","names","frames","floor","traces","ghost","contacts","plots","degrees","follow","difference"];var yC=(i,{type:e,index:t})=>(e==="body"?i.bodies:i.connections)[t].name;function p_(i,e,t,n,s=[],r={}){let o=new URLSearchParams;o.set("t",String(Number(e.t.toPrecision(9)))),t&&o.set("view",t.map(a=>Number(a.toPrecision(5))).join(",")),e.selected&&o.set(e.selected.type,yC(i,e.selected)),e.mode!==n.mode&&o.set("mode",String(e.mode));for(let a of e.shown)o.append("plot",a);e.plotKind!=="time"&&o.set("kind",e.plotKind),e.theme!==n.theme&&o.set("theme",e.theme),e.coloring!=="plain"&&o.set("color",e.coloring);for(let a of Vp)e[a]!==n[a]&&o.set(a,e[a]?"1":"0");for(let{name:a,value:l}of s)r[a]!==l&&o.append("set",`${a}=${r[a]}`);return o.toString()}function m_(i,e,t=[]){let n=new URLSearchParams(e.replace(/^#/,"")),s={on:{}},r=Number(n.get("t")??NaN);Number.isFinite(r)&&(s.t=r);let o=(n.get("view")??"").split(",").map(Number);o.length===6&&o.every(Number.isFinite)&&(s.view=o);for(let[u,d]of[["body",i.bodies],["connection",i.connections]]){let f=n.has(u)?d.findIndex(p=>p.name===n.get(u)):-1;f>=0&&(s.pick={type:u,index:f})}let a=Number(n.get("mode")??NaN);Number.isInteger(a)&&a>=-1&&a<i.modes.length&&(s.mode=a),n.has("plot")&&(s.shown=n.getAll("plot"));let l=n.get("kind");(l==="energy"||l==="power"||l?.startsWith("over "))&&(s.kind=l);let c=n.get("theme");(c==="light"||c==="dark")&&(s.theme=c);let h=n.get("color");(h==="displacement"||h==="strain"||h==="stress")&&(s.coloring=h);for(let u of Vp)n.has(u)&&(s.on[u]=n.get(u)==="1");for(let u of n.getAll("set")){let[d,f]=[u.slice(0,u.lastIndexOf("=")),Number(u.slice(u.lastIndexOf("=")+1))],p=t.find(x=>x.name===d);p&&f>=p.low&&f<=p.high&&(s.values={...s.values,[d]:f})}return s}function g_(i,e,[t,n],s){e.t!==void 0&&i.set("t",Math.min(Math.max(e.t,t),n)),e.pick&&i.set("selected",e.pick),e.mode!==void 0&&i.set("mode",e.mode),e.shown&&i.set("shown",e.shown.filter(s)),e.kind&&(!e.kind.startsWith("over ")||s(e.kind.slice(5)))&&i.set("plotKind",e.kind),e.theme&&i.set("theme",e.theme),e.coloring&&i.set("coloring",e.coloring);for(let[r,o]of Object.entries(e.on))i.set(r,o)}function y_(i,e){let t=0,n=()=>{window.clearTimeout(t),t=window.setTimeout(()=>{i.get("playing")||e()},300)};return i.watch(["t","selected","mode","shown","plotKind","theme","coloring","playing",...Vp],n),n}var x_=`:root {
  --paper: #ffffff;
  --sky: #f4f6f8;
  --ink: #1d2731;
  --soft: #5a6773;
  --line: #dfe4e9;
  --hover: #eef2f6;
  --accent: #1b639f;
  --impact: #c4542f;
  --accent-soft: #dcebf7;
  --on-accent: #ffffff;
  --shadow: 0 6px 24px rgb(20 30 40 / 14%);
  color-scheme: light;
}
:root[data-theme="dark"] {
  --paper: #191f25;
  --sky: #12161b;
  --ink: #e3e8ed;
  --soft: #98a5b1;
  --line: #2a323a;
  --hover: #232b33;
  --accent: #62aee8;
  --impact: #ff8a62;
  --accent-soft: #1d3448;
  --on-accent: #0c1822;
  --shadow: 0 6px 24px rgb(0 0 0 / 50%);
  color-scheme: dark;
}
* {
  box-sizing: border-box;
}
[hidden] {
  display: none !important;
}
html,
body {
  margin: 0;
  height: 100%;
  overflow: hidden;
}
body {
  background: var(--sky);
  color: var(--ink);
  font:
    13px / 1.45 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    "DejaVu Sans",
    sans-serif;
}
button,
select,
input {
  font: inherit;
  color: inherit;
}
:focus {
  outline: none;
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 1px;
  border-radius: 5px;
}
.app {
  display: grid;
  height: 100%;
  grid-template: "header header header" auto "left stage right" minmax(0, 1fr) "footer footer footer" auto / auto minmax(0, 1fr) auto;
}

header {
  grid-area: header;
  display: flex;
  align-items: center;
  gap: 2px;
  min-height: 42px;
  padding: 0 8px;
  background: var(--paper);
  border-bottom: 1px solid var(--line);
}
.brand {
  margin-left: 8px;
  font-weight: 650;
  letter-spacing: 0.01em;
  color: var(--accent);
}
h1 {
  margin: 0 0 0 10px;
  padding-left: 12px;
  border-left: 1px solid var(--line);
  font-size: 14px;
  font-weight: 550;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  min-width: 0;
}
.spring {
  flex: 1;
}
.tools {
  display: flex;
  gap: 2px;
}
button {
  background: none;
  border: 0;
  padding: 0;
  cursor: pointer;
}
svg {
  display: block;
  fill: currentColor;
}
.plain {
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  border-radius: 6px;
  color: var(--soft);
}
.plain svg {
  width: 19px;
  height: 19px;
}
.word {
  display: none;
  font-size: 10.5px;
  line-height: 1;
}
@media (min-width: 1180px) {
  header .plain {
    width: auto;
    min-width: 44px;
    height: 38px;
    padding: 3px 6px 2px;
    gap: 2px;
  }
  header .word {
    display: block;
  }
  header {
    min-height: 46px;
  }
}
.plain:hover {
  background: var(--hover);
  color: var(--ink);
}
.plain[aria-pressed="true"] {
  color: var(--accent);
  background: var(--accent-soft);
}
:disabled {
  opacity: 0.4;
  cursor: default;
}

.side {
  background: var(--paper);
  min-height: 0;
  overflow: hidden;
  display: flex;
  flex-direction: column;
}
.left {
  grid-area: left;
  width: 216px;
  border-right: 1px solid var(--line);
}
.right {
  grid-area: right;
  width: 324px;
  border-left: 1px solid var(--line);
}
.right.wide {
  width: min(500px, 38vw);
}
.tree {
  overflow: auto;
  padding: 6px 8px 12px;
}
.tree h2 {
  display: flex;
  justify-content: space-between;
  margin: 10px 6px 4px;
  font-size: 11px;
  font-weight: 600;
  letter-spacing: 0.06em;
  text-transform: uppercase;
  color: var(--soft);
}
.count {
  font-weight: 450;
  letter-spacing: 0;
}
ul {
  list-style: none;
  margin: 0;
  padding: 0;
}
.entry {
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  padding: 4px 6px;
  border-radius: 5px;
  text-align: left;
}
.tree details > ul {
  padding-left: 12px;
}
.entry:hover {
  background: var(--hover);
}
.entry[aria-current="true"] {
  background: var(--accent-soft);
  color: var(--accent);
}
.name {
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kind {
  flex: none;
  max-width: 50%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: var(--soft);
  font-size: 12px;
}
.swatch {
  flex: none;
  width: 10px;
  height: 10px;
  border-radius: 3px;
}
.swatch.ring {
  border: 2px solid var(--soft);
  border-radius: 50%;
}
.swatch.faint {
  border: 1px dashed var(--soft);
}
input[type="search"] {
  width: 100%;
  padding: 4px 8px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--sky);
}

.tabs {
  display: flex;
  gap: 2px;
  padding: 6px 8px 0;
  border-bottom: 1px solid var(--line);
  flex-wrap: wrap;
  flex: none;
}
.tabs button {
  padding: 5px 9px 7px;
  border-bottom: 2px solid transparent;
  color: var(--soft);
  white-space: nowrap;
  max-width: 150px;
  overflow: hidden;
  text-overflow: ellipsis;
  flex: none;
}
.tabs button:hover {
  color: var(--ink);
}
.tabs button[aria-selected="true"] {
  color: var(--ink);
  border-color: var(--accent);
  font-weight: 550;
}
.tabs button:focus-visible {
  outline-offset: -3px;
}
.sheet {
  flex: 1;
  min-height: 0;
  overflow: auto;
  padding: 12px 14px;
}
pre {
  margin: 0;
  font:
    12px / 1.55 ui-monospace,
    "SF Mono",
    "Cascadia Mono",
    "DejaVu Sans Mono",
    Menlo,
    monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  tab-size: 2;
}
h3 {
  margin: 0 0 8px;
  font-size: 15px;
  font-weight: 600;
  overflow-wrap: anywhere;
}
h4 {
  margin: 14px 0 4px;
  font-size: 11px;
  font-weight: 600;
  letter-spacing: 0.06em;
  text-transform: uppercase;
  color: var(--soft);
}
dl {
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: 3px 14px;
  margin: 0;
}
dt {
  color: var(--soft);
  max-width: 130px;
  overflow-wrap: anywhere;
}
dd {
  margin: 0;
  overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums;
}
.quiet {
  color: var(--soft);
  font-size: 12px;
  margin: 8px 0 0;
}
.code {
  margin: 0;
  font:
    12px / 1.5 ui-monospace,
    "DejaVu Sans Mono",
    Menlo,
    monospace;
  overflow-wrap: anywhere;
  color: var(--soft);
}
.tensor {
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
}
.tensor td {
  padding: 0 10px 0 0;
  text-align: right;
  white-space: nowrap;
}
.links {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 6px;
  margin: 4px 0 0;
}
.link {
  color: var(--accent);
  text-decoration: underline;
  text-decoration-color: transparent;
  text-underline-offset: 2px;
  overflow-wrap: anywhere;
  text-align: left;
}
.link:hover {
  text-decoration-color: currentColor;
}
.links .link,
.chip {
  padding: 1px 9px;
  border: 1px solid var(--line);
  border-radius: 99px;
  text-decoration: none;
  font-size: 12px;
}
.links .link:hover,
.chip:hover {
  background: var(--hover);
}
.chip[aria-pressed="true"] {
  background: var(--accent-soft);
  color: var(--accent);
  border-color: transparent;
}
.with-plot {
  display: flex;
  justify-content: space-between;
  gap: 8px;
}

.stage {
  grid-area: stage;
  position: relative;
  overflow: hidden;
  min-height: 0;
  min-width: 0;
}
.stage canvas {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  touch-action: none;
}
.stage canvas:focus-visible {
  outline-offset: -3px;
}
.failed {
  padding: 24px;
  max-width: 50ch;
}
.overlay {
  position: absolute;
  inset: 0;
  pointer-events: none;
  overflow: hidden;
}
.label {
  position: absolute;
  left: 0;
  top: 0;
  padding: 0 6px;
  border-radius: 4px;
  font-size: 11.5px;
  white-space: nowrap;
  background: color-mix(in srgb, var(--paper) 82%, transparent);
  color: var(--ink);
}
.label.connection {
  color: var(--soft);
  font-size: 11px;
}
.label.selected {
  background: var(--accent);
  color: var(--on-accent);
}
.triad {
  position: absolute;
  left: 10px;
  bottom: 8px;
  width: 62px;
  height: 62px;
  overflow: visible;
}
.triad line {
  stroke-width: 2;
  stroke-linecap: round;
}
.triad text {
  font-size: 10px;
  text-anchor: middle;
  font-weight: 600;
}
.cell {
  position: absolute;
  right: 12px;
  bottom: 8px;
  color: var(--soft);
  font-size: 11.5px;
}
.ghost-note {
  position: absolute;
  left: 12px;
  top: 10px;
  display: flex;
  align-items: center;
  gap: 6px;
  color: var(--soft);
  font-size: 12px;
}

footer {
  grid-area: footer;
  background: var(--paper);
  border-top: 1px solid var(--line);
  min-width: 0;
}
.timeline {
  display: flex;
  align-items: center;
  gap: 8px;
  height: 46px;
  padding: 0 12px;
}
.timeline > .quiet {
  margin: 0;
}
.round {
  display: grid;
  place-items: center;
  flex: none;
  width: 34px;
  height: 34px;
  border-radius: 50%;
  background: var(--accent);
  color: var(--on-accent);
}
.round:focus-visible {
  border-radius: 50%;
  outline-offset: 2px;
}
.round svg {
  width: 20px;
  height: 20px;
}
.round:hover {
  filter: brightness(1.08);
}
.clock {
  flex: none;
  min-width: 118px;
  text-align: right;
  font-variant-numeric: tabular-nums;
  color: var(--soft);
}
select {
  padding: 3px 4px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--paper);
}
select.mode {
  max-width: 230px;
}
.modes {
  display: flex;
  align-items: center;
  gap: 8px;
  padding-left: 10px;
  border-left: 1px solid var(--line);
}
input[type="range"] {
  appearance: none;
  height: 22px;
  background: transparent;
  cursor: pointer;
  margin: 0;
  --done: 0%;
}
.scrub {
  flex: 1;
  min-width: 60px;
}
.track {
  position: relative;
  flex: 1;
  min-width: 60px;
  display: flex;
}
.ticks {
  position: absolute;
  left: 7px;
  right: 7px;
  top: -5px;
  width: calc(100% - 14px);
  height: 13px;
  overflow: visible;
  pointer-events: none;
  fill: none;
}
.ticks path {
  stroke-width: 1.5px;
}
.ticks .impact {
  stroke: var(--impact);
}
.ticks .change {
  stroke: var(--soft);
  opacity: 0.7;
}
.ticks .event {
  stroke: var(--accent);
}
.said {
  position: absolute;
  bottom: calc(100% + 10px);
  transform: translateX(-50%);
  width: max-content;
  max-width: min(440px, 92vw);
  padding: 4px 9px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--paper);
  box-shadow: var(--shadow);
  font-size: 12px;
  white-space: pre-line;
  pointer-events: none;
  z-index: 1;
}
.amplitude {
  width: 110px;
}
input[type="range"]::-webkit-slider-runnable-track {
  height: 4px;
  border-radius: 2px;
  background: linear-gradient(to right, var(--accent) var(--done), var(--line) var(--done));
}
input[type="range"]::-moz-range-track {
  height: 4px;
  border-radius: 2px;
  background: linear-gradient(to right, var(--accent) var(--done), var(--line) var(--done));
}
input[type="range"]::-webkit-slider-thumb {
  appearance: none;
  width: 14px;
  height: 14px;
  margin-top: -5px;
  border-radius: 50%;
  background: var(--accent);
  border: 2px solid var(--paper);
  box-shadow: 0 0 0 1px var(--accent);
}
input[type="range"]::-moz-range-thumb {
  width: 11px;
  height: 11px;
  border-radius: 50%;
  background: var(--accent);
  border: 2px solid var(--paper);
  box-shadow: 0 0 0 1px var(--accent);
}

.dock {
  display: flex;
  height: 200px;
  border-top: 1px solid var(--line);
  min-width: 0;
}
.choose {
  flex: none;
  width: 256px;
  display: flex;
  flex-direction: column;
  gap: 4px;
  padding: 6px 4px 6px 8px;
  border-right: 1px solid var(--line);
}
.channels {
  overflow: auto;
  min-height: 0;
}
.channel {
  display: flex;
  align-items: center;
  gap: 6px;
  padding: 1px 4px;
  border-radius: 4px;
  cursor: pointer;
  font-size: 12px;
  color: var(--soft);
}
.channel:hover {
  background: var(--hover);
}
.channel.on {
  color: var(--ink);
}
.channel .swatch {
  width: 8px;
  height: 8px;
  border-radius: 50%;
  opacity: 0.35;
}
.channel.on .swatch {
  opacity: 1;
}
.channel input {
  margin: 0;
  accent-color: var(--accent);
}
.value {
  flex: none;
  font-variant-numeric: tabular-nums;
  font-size: 11.5px;
  white-space: nowrap;
}
.plot-side {
  flex: 1;
  min-width: 0;
  display: flex;
  flex-direction: column;
}
.plot-bar {
  display: flex;
  align-items: center;
  gap: 5px;
  padding: 4px 10px 0;
  flex: none;
  overflow-x: auto;
  scrollbar-width: none;
}
.plot-bar select {
  max-width: 190px;
  padding: 1px 2px;
  font-size: 12px;
}
.plot-bar .chip {
  flex: none;
  white-space: nowrap;
}
.plots {
  flex: 1;
  min-width: 0;
  min-height: 0;
  display: flex;
  flex-wrap: wrap;
  overflow: auto;
}
details > summary {
  cursor: pointer;
  padding: 2px 4px;
  border-radius: 4px;
  font-size: 12px;
  color: var(--ink);
}
details > summary:hover {
  background: var(--hover);
}
.channels details > .channel {
  padding-left: 14px;
}
summary .count {
  margin-left: 6px;
  color: var(--soft);
  font-size: 11px;
}
.legend {
  display: flex;
  flex-wrap: wrap;
  gap: 0 10px;
  max-height: 51px;
  overflow: auto;
  padding: 2px 8px 0 4px;
  font-size: 11px;
}
.legend b {
  min-width: 48px;
  text-align: right;
  font-weight: 550;
  color: var(--soft);
  flex: none;
}
.legend span {
  overflow-wrap: anywhere;
  color: var(--soft);
}
.legend span::before {
  content: "";
  display: inline-block;
  width: 14px;
  margin-right: 4px;
  vertical-align: middle;
  border-top: 2.5px solid var(--own);
}
.legend .dashed::before {
  border-top-style: dashed;
}
.shape-box {
  position: absolute;
  right: 12px;
  top: 10px;
  display: grid;
  gap: 6px;
  padding: 8px 10px;
  border-radius: 8px;
  background: color-mix(in srgb, var(--paper) 88%, transparent);
  border: 1px solid var(--line);
  font-size: 12px;
}
.shape-box label {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
}
.shape-box input {
  width: 110px;
}
.shape-box output {
  min-width: 46px;
  text-align: right;
  font-variant-numeric: tabular-nums;
}
.color-scale {
  display: flex;
  align-items: center;
  gap: 6px;
}
.color-bar {
  flex: 1;
  height: 10px;
  border-radius: 3px;
  min-width: 90px;
}
.distance {
  background: #d6336c;
  color: #ffffff;
  font-weight: 550;
}
.save-row {
  display: flex;
  align-items: center;
  gap: 12px;
  margin: 6px 0;
}
.save-row .chip {
  margin: 0;
  min-width: 84px;
}
.save-row .quiet {
  margin: 0;
}
.certificate {
  display: grid;
  gap: 10px;
}
.certificate dl {
  gap: 6px 14px;
}
.certificate ul {
  list-style: disc;
  padding-left: 20px;
}
article > .verdict {
  display: block;
  margin: 0;
  padding: 10px 12px;
  border-radius: 8px;
  border-left: 5px solid var(--soft);
  font-weight: 400;
}
article > .verdict:is(.good, .doubtful, .bad) {
  background: var(--sky);
  color: var(--ink);
}
article > .verdict b {
  display: block;
  font-size: 15px;
  text-transform: capitalize;
}
article > .verdict.good {
  border-color: #2a9070;
}
article > .verdict.doubtful {
  border-color: #c77700;
}
article > .verdict.bad {
  border-color: #b8473a;
}
.plots > .quiet {
  padding: 0 14px;
}
.plot {
  position: relative;
}
.plot .u-over {
  cursor: ew-resize;
  touch-action: none;
}
.plot .u-cursor-x {
  border-color: var(--soft);
}
.plot .u-select {
  background: color-mix(in srgb, var(--accent) 18%, transparent);
}

dialog {
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--paper);
  color: var(--ink);
  box-shadow: var(--shadow);
  padding: 18px 22px;
  max-width: 460px;
}
dialog::backdrop {
  background: rgb(10 15 20 / 35%);
}
dialog h2 {
  margin: 0 0 10px;
  font-size: 15px;
}
dialog .chip {
  margin-top: 14px;
  padding: 4px 14px;
}
kbd {
  font:
    12px ui-monospace,
    "DejaVu Sans Mono",
    monospace;
  padding: 0 5px;
  border: 1px solid var(--line);
  border-radius: 4px;
  background: var(--sky);
}

.notice {
  position: absolute;
  z-index: 2;
  left: 10px;
  right: 10px;
  top: 10px;
  margin-inline: auto;
  width: fit-content;
  display: flex;
  align-items: center;
  gap: 8px;
  max-width: 76ch;
  padding: 6px 6px 6px 14px;
  border-radius: 8px;
  background: var(--paper);
  border: 1px solid var(--impact);
  box-shadow: var(--shadow);
}
.pedals {
  position: absolute;
  inset: auto 12px 78px;
  display: flex;
  justify-content: space-between;
  pointer-events: none;
}
.pedal {
  min-width: 72px;
  min-height: 52px;
  font-size: 22px;
  color: var(--ink);
  border: 1px solid var(--line);
  border-radius: 14px;
  background: color-mix(in srgb, var(--paper) 72%, transparent);
  pointer-events: auto;
  touch-action: none;
  user-select: none;
}
.pedal[aria-pressed="true"] {
  color: var(--on-accent);
  background: var(--accent);
}
.replay {
  position: absolute;
  right: 12px;
  bottom: 30px;
  color: var(--soft);
  background: color-mix(in srgb, var(--paper) 82%, transparent);
}
.control {
  display: grid;
  grid-template-columns: minmax(0, 1fr) 84px minmax(44px, max-content);
  align-items: center;
  gap: 2px 8px;
  padding: 4px 0;
}
.control .value {
  width: 100%;
  padding: 2px 6px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--sky);
  text-align: right;
  font-variant-numeric: tabular-nums;
}
.control .scrub {
  grid-column: 1 / -1;
  width: 100%;
}
.control .name {
  white-space: normal;
  overflow-wrap: break-word;
}
.control .kind {
  max-width: none;
}
.controls h3:not(:first-child) {
  margin-top: 18px;
}
.verdict {
  display: inline-block;
  margin: 0 0 8px;
  padding: 1px 12px;
  border-radius: 99px;
  font-weight: 600;
}
.verdict.good {
  background: #d9efe2;
  color: #14532d;
}
.verdict.doubtful {
  background: #fbe9c6;
  color: #6b4400;
}
.verdict.bad {
  background: #f8d9d3;
  color: #7a1f1f;
}
.reason {
  margin: 0 0 8px;
}

@media (max-width: 900px) {
  /* The list lies over the picture and what is below it, never over the buttons that close it; details stand beside it. */
  .left {
    grid-area: 2 / 1 / 4 / 4;
    z-index: 2;
    box-shadow: var(--shadow);
    max-width: 90vw;
  }
  .right,
  .right.wide {
    width: min(320px, 42vw);
  }
  .choose {
    width: 150px;
  }
}
@media (max-width: 560px) {
  /* Below the picture, not over it: what a slider does is to be seen. */
  .app {
    grid-template: "header" auto "stage" minmax(0, 1fr) "right" auto "footer" auto / minmax(0, 1fr);
  }
  .left {
    grid-area: 2 / 1 / 5 / 2;
  }
  .right,
  .right.wide {
    width: 100%;
    height: 38vh;
    border-left: 0;
    border-top: 1px solid var(--line);
  }
  .shape-box {
    left: 8px;
    right: 8px;
    top: 6px;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 4px 14px;
    padding: 4px 8px;
  }
  .shape-box input {
    width: 56px;
  }
  .shape-box select {
    min-width: 0;
    flex: 1;
  }
  header {
    flex-wrap: wrap;
    padding: 4px 6px;
  }
  .brand {
    display: none;
  }
  h1 {
    flex: 1 1 0;
    margin-left: 4px;
    padding-left: 0;
    border: 0;
  }
  header .spring {
    display: none;
  }
  .tools {
    order: 1;
    flex: 1 1 100%;
    justify-content: space-around;
    border-top: 1px solid var(--line);
    padding-top: 2px;
  }
  .plain {
    width: 36px;
    height: 36px;
  }
  .timeline {
    flex-wrap: wrap;
    height: auto;
    padding: 2px 8px 6px;
  }
  .timeline > :is(.scrub, .track) {
    order: -1;
    flex: 1 1 100%;
  }
  .clock {
    flex: 1;
    min-width: 0;
    text-align: left;
  }
  .modes {
    flex: 1 1 100%;
    padding-left: 0;
    border-left: 0;
  }
  select.mode {
    flex: 1;
    min-width: 0;
  }
  .dock {
    height: 210px;
  }
  .choose {
    width: 46%;
  }
  dialog {
    max-height: 86vh;
    overflow: auto;
  }
  .notice {
    max-height: 30%;
    padding: 4px 2px 4px 10px;
    font-size: 12px;
    line-height: 1.35;
  }
  .notice > span {
    max-height: 100%;
    overflow: auto;
  }
}
`;var _C=80,__=60,Ou=class{constructor(e,t){this.store=e;this.world=t;let{doc:n}=t,s=(a,l)=>V("span",{class:`label ${a}`,hidden:!0},l.length>__?`${l.slice(0,__)}\u2026`:l);this.labels=n.bodies.map(a=>s("body",a.name)),this.pins=n.connections.map(a=>s("connection",a.name)),this.lines=tu.map((a,l)=>{let c=Bs("text",{fill:a});return c.textContent="xyz"[l],{line:Bs("line",{stroke:a}),text:c}});let r=Bs("svg",{class:"triad",viewBox:"-32 -32 64 64","aria-hidden":"true"},...this.lines.flatMap(({line:a,text:l})=>[a,l]));this.root=V("div",{class:"overlay"},...this.labels,...this.pins,r,this.cell,this.distance);let o=V("div",{class:"ghost-note"});n.ghost&&o.append(V("span",{class:"swatch faint"}),n.ghost.label),n.others.forEach((a,l)=>{let c=V("span",{class:"swatch"});c.style.background=iu(l),o.append(c,a.label)}),this.root.append(o),e.watch(["ghost"],()=>{o.hidden=!e.get("ghost")}),e.watch(["floor"],()=>{this.cell.hidden=!e.get("floor")}),e.watch(["names","selected","hovered"],()=>this.update())}store;world;root;labels;pins;lines;sizes=new Map;taken=[];distance=V("output",{class:"label distance",hidden:!0});cell=V("span",{class:"cell"});update(){let{doc:e,pose:t,symbols:n}=this.world,s=new P;this.taken=[],this.tellDistance(),this.labels.forEach((o,a)=>this.place(o,{type:"body",index:a},()=>t.point(a,s.set(...e.bodies[a].com),s))),this.pins.forEach((o,a)=>{n.drawings[a].places.length&&this.place(o,{type:"connection",index:a},()=>n.drawings[a].places[0])});let r=`grid ${rt(this.world.ground.cell)} m`;this.cell.textContent!==r&&(this.cell.textContent=r),this.turnTriad()}place(e,t,n){let s=ps(this.store.get("selected"),t),r=this.store.get("names")&&t.index<_C&&!(t.type==="body"&&t.index===0),o=s||r||ps(this.store.get("hovered"),t)?this.world.stage.project(n()):null;e.classList.toggle("selected",s),e.hidden=!o||!(this.hasRoom(e,o,t.type==="body"?-1.6:.6)||s),o&&!e.hidden&&(e.style.transform=`translate(${o[0].toFixed(1)}px, ${o[1].toFixed(1)}px) translate(-50%, ${t.type==="body"?"-160%":"60%"})`)}hasRoom(e,[t,n],s){let r=this.sizes.get(e);r||(e.hidden=!1,r=[e.offsetWidth,e.offsetHeight],r[0]&&this.sizes.set(e,r));let o={left:t-r[0]/2,top:n+s*r[1],right:t+r[0]/2,bottom:n+(s+1)*r[1]};return this.taken.some(a=>o.left<a.right&&a.left<o.right&&o.top<a.bottom&&a.top<o.bottom)?!1:(this.taken.push(o),!0)}tellDistance(){let{measure:e,stage:t}=this.world,n=e.distance,s=n===null?null:t.project(e.ends[0].clone().add(e.ends[1]).multiplyScalar(.5));this.distance.hidden=!s,s&&(this.distance.textContent=`${rt(n)} m`,this.distance.style.transform=`translate(${s[0].toFixed(1)}px, ${s[1].toFixed(1)}px) translate(-50%, -150%)`)}turnTriad(){let e=this.world.stage.camera.quaternion.clone().conjugate();this.lines.forEach(({line:t,text:n},s)=>{let r=new P().setComponent(s,1).applyQuaternion(e);t.setAttribute("x2",(20*r.x).toFixed(2)),t.setAttribute("y2",(-20*r.y).toFixed(2)),n.setAttribute("x",(27*r.x).toFixed(2)),n.setAttribute("y",(-27*r.y+3).toFixed(2))})}};var vC=new P(0,0,1),bC=.4,zl=class{constructor(e,{color:t,heads:n=1,through:s=!1}){this.size=e;let r=new $n({color:t,roughness:.55,depthTest:!s,transparent:s});this.shaft=new ct(on(.4*e,1,16).translate(0,0,.5),r);let o=()=>new ct(new Tr(1.1*e,3*e,24).rotateX(Math.PI/2),r);this.heads=Array.from({length:n},o),this.group.add(this.shaft,...this.heads),s&&this.group.traverse(a=>{a.renderOrder=4})}size;group=new Rt;largest=0;reach=0;shaft;heads;draw(e,t,n=0){let s=new P(t[n]/this.largest,t[n+1]/this.largest,t[n+2]/this.largest),r=s.length();if(this.group.visible=this.largest>0&&Number.isFinite(r)&&r>.001,!this.group.visible)return;let o=Math.max(r*this.reach,4*this.size);this.group.position.copy(e),this.group.quaternion.setFromUnitVectors(vC,s.normalize()),this.shaft.scale.z=o-2.5*this.size,this.heads.forEach((a,l)=>{a.position.z=o-(1.5+2.2*l)*this.size})}};function v_(i,e){let t=Math.max(...i.map(n=>n.largest),0);for(let n of i)n.reach=t>0?bC*e*(n.largest/t):0}var Bu=class{constructor(e,t,n){this.parts=e;this.extent=t;this.beside=n;let s=Math.max(t.size,.011*t.radius);this.shapes=e.map(r=>new zl(s,r.kind==="force"?{color:nu}:{color:O0,heads:2})),this.ends=e.map(({body:r,point:o,elastic:a})=>jo({body:r,position:o,quaternion:[1,0,0,0],elastic:a})),this.objects=this.shapes.map(r=>r.group)}parts;extent;beside;objects;shapes;ends;place=new P;turn=new Et;chosen=new Set;choose(e){this.chosen=new Set(e),this.parts.forEach((t,n)=>{this.chosen.has(t.name)||(this.objects[n].visible=!1)}),this.rescale()}measure(e,t){t>this.shapes[e].largest&&(this.shapes[e].largest=t,this.rescale())}rescale(){let e=t=>this.shapes.filter((n,s)=>this.parts[s].kind===t&&this.chosen.has(this.parts[s].name));v_([...e("force"),...this.beside],this.extent.radius),v_(e("moment"),this.extent.radius)}update(e){let{loads:t}=e.frame;this.parts.forEach((n,s)=>{this.chosen.has(n.name)&&(this.measure(s,Math.hypot(t[3*s],t[3*s+1],t[3*s+2])),e.end(this.ends[s],this.place,this.turn),this.shapes[s].draw(this.place,t,3*s))})}dispose(){Mn(this.objects)}};var SC=.004,Vl=[0,0,0],Gp=class{constructor(e,t,n){this.part=e;this.flash=n;this.dot=new ct(new Bn(.9*t,20,14),new Qs({color:k0,depthTest:!1,transparent:!0})),this.dot.renderOrder=5,this.dot.userData.pick={type:"connection",index:e.connection},this.shapes=[nu,B0].map(s=>new zl(t,{color:s,through:!0})),this.group.add(this.dot,...this.shapes.map(s=>s.group)),this.measure()}part;flash;group=new Rt;dot;shapes;seen=null;at3=new P;measure(){let e=this.part.curves();if(e.normal===this.seen?.normal)return!1;this.seen=e;let t=Math.max(Al(e.normal),Al(e.friction)),n=t!==this.shapes[0].largest;for(let s of this.shapes)s.largest=t;return n}at(e){let{times:t,places:n,normal:s,friction:r}=this.part.curves(),o=hu(t,n,e),[a]=pr(t,e);if(o.every(Number.isFinite)&&e>=t[0]&&e<=t[t.length-1])return{state:"closed",place:o,normal:hu(t,s,e),friction:hu(t,r,e)};let l=[a,a+1,a-1,a+2].find(c=>Number.isFinite(n[3*c])&&Math.abs(t[c]-e)<this.flash);return l===void 0?{state:"",place:Vl,normal:Vl,friction:Vl}:{state:"hit",place:[0,1,2].map(c=>n[3*l+c]),normal:Vl,friction:Vl}}update(e){let{state:t,place:n,normal:s,friction:r}=this.at(e);this.dot.visible=t!=="",this.dot.position.copy(this.at3.fromArray(n)),[s,r].forEach((o,a)=>this.shapes[a].draw(this.at3,o))}};function b_({name:i,connection:e,times:t,places:n,normal:s,friction:r}){let[o,a,l]=[n,s,r].map(Un),c={times:Ko(t),places:o,normal:a,friction:l};return{name:i,connection:e,curves:()=>c}}var ku=class{views;objects;pickable;shapes;onscale=()=>{};constructor(e,t,n){let s=Math.max(t.size,.011*t.radius);this.views=e.map(r=>new Gp(r,s,SC*n)),this.shapes=this.views.flatMap(r=>r.shapes),this.objects=this.views.map(r=>r.group),this.pickable=this.views.map(r=>r.dot)}update(e,t){this.views.filter(n=>n.measure()).length&&this.onscale();for(let n of this.views)n.update(t)}show(e){for(let t of this.objects)t.visible=e}dispose(){Mn(this.objects)}};var Hp=12,Gl=6,zu=class{group=new Rt;mesh;largest=0;positions;values;colors;plain;isPlain=!1;constructor(e,t,n,s){this.positions=new Float32Array(3*e),this.colors=new Float32Array(3*e),this.values=new Float64Array(e),this.plain=new qe(n);let r=new Mt;r.setAttribute("position",new Ht(this.positions,3)),r.setAttribute("color",new Ht(this.colors,3)),r.setIndex(Array.from(t)),this.mesh=new ct(r,new $n({vertexColors:!0,roughness:.62,metalness:.05,side:zn})),this.mesh.castShadow=this.mesh.receiveShadow=!0,this.mesh.frustumCulled=!1,this.mesh.userData.pick={type:"body",index:s},this.group.add(this.mesh)}update(e,t,n){let s=this.colorings.includes(n)?n:"plain";if(this.shape(e,t,s),s!=="plain")for(let r of this.values)r>this.largest&&(this.largest=r);this.mesh.geometry.attributes.position.needsUpdate=!0,this.mesh.geometry.computeVertexNormals()}paint(e,t){let n=this.colorings.includes(e)&&e!=="plain";if(!n&&this.isPlain)return;this.isPlain=!n;let s=new qe;for(let r=0;r<this.values.length;r+=1)n?s.setRGB(...qx(t>0?this.values[r]/t:0),"srgb"):s.copy(this.plain),s.toArray(this.colors,3*r);this.mesh.geometry.attributes.color.needsUpdate=!0}},Wp=class extends zu{constructor(t,n){let s=Or(t.elastic.faces);super(t.elastic.nodes.shape[0],s,Fr(n),n);this.body=n;this.nodes=Un(t.elastic.nodes),this.shapes=Un(t.elastic.shapes),this.count=t.elastic.shapes.shape[2],this.stresses=t.elastic.stress?Un(t.elastic.stress):null,this.colorings=this.stresses?["stress","displacement","strain"]:["displacement","strain"],this.edges=wC(s),this.lengths=Float64Array.from({length:this.edges.length/2},(r,o)=>MC(this.nodes,this.edges[2*o],this.edges[2*o+1]))}body;colorings;stresses;nodes;shapes;edges;lengths;count;shape(t,n,s){let r=t.elastic(this.body),{count:o,shapes:a,nodes:l,positions:c,values:h}=this,u=t.exaggeration||1;for(let d=0;d<h.length;d+=1){let f=0;for(let p=0;p<3;p+=1){let x=0,m=(3*d+p)*o;for(let g=0;g<r.length;g+=1)x+=a[m+g]*r[g];c[3*d+p]=l[3*d+p]+x,f+=x*x}h[d]=s==="displacement"?Math.sqrt(f)/u:0}s==="strain"&&this.strain(u),s==="stress"&&this.values.forEach((d,f)=>{h[f]=this.vonMises(f,r,u)}),this.group.position.copy(t.positions[this.body]),this.group.quaternion.copy(t.quaternions[this.body])}vonMises(t,n,s){let[r,o,a,l,c,h]=Array.from({length:6},(u,d)=>{let f=(6*t+d)*this.count;return n.reduce((p,x,m)=>p+this.stresses[f+m]*x,0)/s});return Math.sqrt(.5*((r-o)**2+(o-a)**2+(a-r)**2)+3*(l*l+c*c+h*h))}strain(t){this.edges.forEach((n,s)=>{if(s%2)return;let[r,o,a]=[this.edges[s],this.edges[s+1],this.lengths[s/2]],l=0;for(let h=0;h<3;h+=1){let u=this.nodes[3*o+h]-this.nodes[3*r+h];l+=u*(this.positions[3*o+h]-this.positions[3*r+h]-u)}let c=a>0?Math.abs(l)/(a*a*t):0;this.values[r]=Math.max(this.values[r],c),this.values[o]=Math.max(this.values[o],c)})}};function MC(i,e,t){return Math.hypot(...[0,1,2].map(n=>i[3*t+n]-i[3*e+n]))}function wC(i){let e=new Map;for(let t=0;t<i.length;t+=3)for(let[n,s]of[[0,1],[1,2],[2,0]]){let r=[i[t+n],i[t+s]].sort((o,a)=>o-a);e.set(r.join(),r)}return Int32Array.from([...e.values()].flat())}function EC(i){return i?Array.from({length:Hp},(e,t)=>[Math.cos(2*Math.PI*t/Hp),Math.sin(2*Math.PI*t/Hp)]):[[1,1],[-1,1],[-1,-1],[1,-1]]}var Xp=class extends zu{constructor(t,n,s){let r=EC(t.is_round||!t.outline),o=(t.ends.length-1)*Gl+1;super(o*r.length,TC(o,r.length),Fr(t.ends[1].body||t.ends[0].body),t.ends[1].body);this.part=t;this.source=n;this.corners=r,this.half=t.outline?[Math.max(t.outline[0]/2,s),Math.max(t.outline[1]/2,s)]:[s,s],this.ends=t.ends.map(jo),this.places=t.ends.map(()=>new P),this.turns=t.ends.map(()=>new Et),this.element=t.elements.flatMap((a,l)=>Array(a).fill(l)),this.colorings=t.channels.length?["stress"]:[]}part;source;colorings;ends;places;turns;corners;half;element;shape(t,n,s){this.ends.forEach((h,u)=>t.end(h,this.places[u],this.turns[u]));let r=s==="stress"?this.part.channels.map(h=>this.stress(h,n)):null,[o,a,l]=[new P,new Et,new P],c=this.ends.length-1;for(let h=0;h<=c*Gl;h+=1){let u=Math.min(Math.floor(h/Gl),c-1),d=h/Gl-u;this.along(u,d,o),a.copy(this.turns[u]).slerp(this.turns[u+1],d),this.corners.forEach(([f,p],x)=>{l.set(0,f*this.half[0],p*this.half[1]).applyQuaternion(a).add(o),l.toArray(this.positions,3*(h*this.corners.length+x)),this.values[h*this.corners.length+x]=r?this.smooth(r,h/Gl):0})}}along(t,n,s){let[r,o]=[this.places[t],this.places[t+1]],a=r.distanceTo(o),[l,c]=[n*n,n*n*n],h=u=>new P(a,0,0).applyQuaternion(u);s.copy(r).multiplyScalar(2*c-3*l+1).addScaledVector(o,3*l-2*c).addScaledVector(h(this.turns[t]),c-2*l+n).addScaledVector(h(this.turns[t+1]),c-l)}stress(t,n){let{t:s,y:r}=this.source.channel(t);return Math.abs(gs(s,r,n))}smooth(t,n){let s=this.part.elements.map((r,o)=>(this.element.indexOf(o)+this.element.lastIndexOf(o)+1)/2);return gs(s,t,n)}};function TC(i,e){let t=[];for(let n=0;n+1<i;n+=1)for(let s=0;s<e;s+=1){let[r,o]=[n*e+s,n*e+(s+1)%e];t.push(r,o,o+e,r,o+e,r+e)}for(let n=1;n+1<e;n+=1){t.push(0,n+1,n);let s=(i-1)*e;t.push(s,s+n,s+n+1)}return t}var Vu=class{objects;pickable;colorings;coloring="plain";surfaces;constructor(e,t,n,s){this.surfaces=[...e.flatMap((r,o)=>r.elastic?[new Wp(r,o)]:[]),...t.map(r=>new Xp(r,n,s))],this.objects=this.surfaces.map(r=>r.group),this.pickable=this.surfaces.map(r=>r.mesh),this.colorings=[...new Set(["plain",...this.surfaces.flatMap(r=>r.colorings)])]}get largest(){return Math.max(0,...this.surfaces.map(e=>e.largest))}choose(e,t,n){this.coloring=e;for(let a of this.surfaces)a.largest=0;if(e==="plain")return;let[s,[r,o]]=[t.frame,n.range()];for(let a=0;a<=S_;a+=1){let l=r+a*(o-r)/S_;t.set(n.frame(l));for(let c of this.surfaces)c.update(t,l,e)}t.set(s)}update(e,t){for(let n of this.surfaces)n.update(e,t,this.coloring);for(let n of this.surfaces)n.paint(this.coloring,this.largest)}corner(e){let{mesh:t}=this.surfaces[0];return t.updateWorldMatrix(!0,!1),new P().fromBufferAttribute(t.geometry.attributes.position,e).applyMatrix4(t.matrixWorld).toArray()}dispose(){Mn(this.objects)}},S_=60;var M_=1.45,AC=1e15,Gu=class{box;centre;radius;seen;size;up;isGrounded;look;isFollowed;constructor(e){this.up=new P(...e.up),this.isGrounded=e.floor,this.isFollowed=e.followed.length>0;let[t,n]=(e.look??[0,0]).map(c=>c*Math.PI/180),s=Math.min(Math.max(n,-M_),M_),r=new P(Math.cos(t),Math.sin(t),0).multiplyScalar(Math.cos(s));this.look=e.look?r.setZ(Math.sin(s)):null,this.box=new cn(new P(...e.extents.min),new P(...e.extents.max)),this.centre=this.box.getCenter(new P);let o=e.bodies.slice(1).map(c=>c.size).filter(c=>c>0).sort((c,h)=>c-h),a=o[Math.floor((e.bodies.length-1)/2)]||0;if(this.radius=Math.max(this.box.getSize(new P).length()/2,a/2,1e-9),!(this.radius<AC))throw new Error("the model is too large");let l=a||this.radius;this.seen=this.isFollowed?Math.min(this.radius,2*o[o.length-1]):this.radius,this.size=Math.min(Math.max(.03*l,.008*this.seen),.03*this.seen,.07*l)}};var Hu=60,qp=5;function CC(i){let e=10**Math.floor(Math.log10(i));return[1,2,5,10].map(t=>t*e).find(t=>t>=i)??e}function w_(i,e){let t=[],n=i*e/2;for(let r=0;r<=i;r+=1)for(let o=0;o<i;o+=1){let[a,l,c]=[r,o,o+1].map(h=>h*e-n);t.push(a,0,l,a,0,c,l,0,a,c,0,a)}let s=new Mt().setAttribute("position",new Ht(new Float32Array(t),3));return new Ri(s,new ai({toneMapped:!1}))}var Wu=class{objects;floor;cell;fine;shade;grids;constructor({up:e,box:t,radius:n,size:s,centre:r,isFollowed:o}){let a=u=>u.dot(e),l=Math.min(...[t.min,t.max].map(a));this.floor=l>=-.002*n&&l<=2*n?0:l-5.2*s,this.fine=CC(n/(o?12:5)),this.cell=this.fine;let c=r.clone().addScaledVector(e,-a(r)).divideScalar(this.cell).round().multiplyScalar(this.cell),h=new Rt;h.position.copy(c).addScaledVector(e,this.floor),h.quaternion.copy(new Et().setFromUnitVectors(new P(0,1,0),e)),this.shade=new ct(new Li(Hu*this.cell,Hu*this.cell).rotateX(-Math.PI/2),new tl),this.shade.receiveShadow=!0,this.shade.position.y=-.002*n,this.grids=[w_(Hu,this.cell),w_(Hu/qp,qp*this.cell)],this.grids[0].position.y=-8e-4*n,h.add(this.shade,...this.grids),this.objects=[h]}simplify(e){this.grids[0].visible=!e,this.cell=e?qp*this.fine:this.fine}theme(e){this.shade.material.opacity=Nn[e].shadow,this.grids.forEach((t,n)=>t.material.color.set(n?Nn[e].major:Nn[e].minor))}show(e){this.objects[0].visible=e}dispose(){Mn(this.objects)}};var E_=.45,PC="#d8c7bd",RC=new qe("#ff4d1a"),Xu=class{constructor(e,t,n,s){this.source=t;let r=new Set(t.channels.map(({id:o})=>o));this.bodies=e.lit.filter(({channel:o})=>r.has(o)).map(o=>({...o,paints:n[o.body].fills.map(a=>({fill:a,own:a.color.clone()}))})),e.connections.forEach(({drawn:o,name:a},l)=>{let c=`${a}.activation`;if(o!=="muscle"||!r.has(c))return;let h=s[l].meshes.find(({material:d})=>d===s[l].materials.muscle);if(!h)return;let u=h.material.clone();h.material=h.userData.plain=u,this.muscles.push({material:u,channel:c})})}source;objects=[];muscles=[];bodies;red=new qe;theme(e){this.red.set(Nn[e].muscle)}update(e,t){let n=s=>{let{t:r,y:o}=this.source.channel(s);return r.length?gs(r,o,t):0};for(let{paints:s,channel:r,range:o}of this.bodies){let a=Math.min(Math.max((n(r)-o[0])/(o[1]-o[0]),0),1);for(let{fill:l,own:c}of s)l.color.copy(c).lerp(RC,Math.sqrt(a))}for(let{material:s,channel:r}of this.muscles){let o=Math.min(Math.max(n(r),0),1);s.color.set(PC).lerp(this.red,E_+(1-E_)*Math.sqrt(o)),s.emissive.copy(this.red),s.emissiveIntensity=.7*o}}dispose(){for(let{material:e}of this.muscles)e.dispose()}};var T_={type:"change"},$p={type:"start"},C_={type:"end"},qu=new Js,A_=new ni,IC=Math.cos(70*Xo.DEG2RAD),Tn=new P,hi=2*Math.PI,Pt={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Yp=1e-6,Yu=class extends dl{constructor(e,t=null){super(e,t),this.state=Pt.NONE,this.target=new P,this.cursor=new P,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:ar.ROTATE,MIDDLE:ar.DOLLY,RIGHT:ar.PAN},this.touches={ONE:lr.ROTATE,TWO:lr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new P,this._lastQuaternion=new Et,this._lastTargetPosition=new P,this._quat=new Et().setFromUnitVectors(e.up,new P(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new zo,this._sphericalDelta=new zo,this._scale=1,this._panOffset=new P,this._rotateStart=new Pe,this._rotateEnd=new Pe,this._rotateDelta=new Pe,this._panStart=new Pe,this._panEnd=new Pe,this._panDelta=new Pe,this._dollyStart=new Pe,this._dollyEnd=new Pe,this._dollyDelta=new Pe,this._dollyDirection=new P,this._mouse=new Pe,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=DC.bind(this),this._onPointerDown=LC.bind(this),this._onPointerUp=NC.bind(this),this._onContextMenu=VC.bind(this),this._onMouseWheel=OC.bind(this),this._onKeyDown=BC.bind(this),this._onTouchStart=kC.bind(this),this._onTouchMove=zC.bind(this),this._onMouseDown=UC.bind(this),this._onMouseMove=FC.bind(this),this._interceptControlDown=GC.bind(this),this._interceptControlUp=HC.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Pt.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(T_),this.update(),this.state=Pt.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;Tn.copy(t).sub(this.target),Tn.applyQuaternion(this._quat),this._spherical.setFromVector3(Tn),this.autoRotate&&this.state===Pt.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=hi:n>Math.PI&&(n-=hi),s<-Math.PI?s+=hi:s>Math.PI&&(s-=hi),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Tn.setFromSpherical(this._spherical),Tn.applyQuaternion(this._quatInverse),t.copy(this.target).add(Tn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Tn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new P(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new P(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Tn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(qu.origin.copy(this.object.position),qu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(qu.direction))<IC?this.object.lookAt(this.target):(A_.setFromNormalAndCoplanarPoint(this.object.up,this.target),qu.intersectPlane(A_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Yp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Yp||this._lastTargetPosition.distanceToSquared(this.target)>Yp?(this.dispatchEvent(T_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?hi/60*this.autoRotateSpeed*e:hi/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){Tn.setFromMatrixColumn(t,0),Tn.multiplyScalar(-e),this._panOffset.add(Tn)}_panUp(e,t){this.screenSpacePanning===!0?Tn.setFromMatrixColumn(t,1):(Tn.setFromMatrixColumn(t,0),Tn.crossVectors(this.object.up,Tn)),Tn.multiplyScalar(e),this._panOffset.add(Tn)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Tn.copy(s).sub(this.target);let r=Tn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(hi*this._rotateDelta.x/t.clientHeight),this._rotateUp(hi*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(hi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-hi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(hi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-hi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(n,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),s=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(hi*this._rotateDelta.x/t.clientHeight),this._rotateUp(hi*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new Pe,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function LC(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function DC(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function NC(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(C_),this.state=Pt.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function UC(i){let e;switch(i.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case ar.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Pt.DOLLY;break;case ar.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Pt.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Pt.ROTATE}break;case ar.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Pt.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Pt.PAN}break;default:this.state=Pt.NONE}this.state!==Pt.NONE&&this.dispatchEvent($p)}function FC(i){switch(this.state){case Pt.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Pt.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Pt.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function OC(i){this.enabled===!1||this.enableZoom===!1||this.state!==Pt.NONE||(i.preventDefault(),this.dispatchEvent($p),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(C_))}function BC(i){this.enabled!==!1&&this._handleKeyDown(i)}function kC(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case lr.ROTATE:if(this.enableRotate===!1){this.state=Pt.NONE;break}this._handleTouchStartRotate(i),this.state=Pt.TOUCH_ROTATE;break;case lr.PAN:if(this.enablePan===!1){this.state=Pt.NONE;break}this._handleTouchStartPan(i),this.state=Pt.TOUCH_PAN;break;default:this.state=Pt.NONE}break;case 2:switch(this.touches.TWO){case lr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Pt.TOUCH_DOLLY_PAN;break;case lr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Pt.TOUCH_DOLLY_ROTATE;break;default:this.state=Pt.NONE}break;default:this.state=Pt.NONE}this.state!==Pt.NONE&&this.dispatchEvent($p)}function zC(i){switch(this._trackPointer(i),this.state){case Pt.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Pt.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Pt.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Pt.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Pt.NONE}}function VC(i){this.enabled!==!1&&i.preventDefault()}function GC(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function HC(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var $u=class extends Er{constructor(){super(),this.name="RoomEnvironment",this.position.y=-3.5;let e=new vi;e.deleteAttribute("uv");let t=new $n({side:kn}),n=new $n,s=new al(16777215,900,28,2);s.position.set(.418,16.199,.3),this.add(s);let r=new ct(e,t);r.position.set(-.757,13.219,.717),r.scale.set(31.713,28.305,28.591),this.add(r);let o=new qa(e,n,6),a=new vn;a.position.set(-10.906,2.009,1.846),a.rotation.set(0,-.195,0),a.scale.set(2.328,7.905,4.651),a.updateMatrix(),o.setMatrixAt(0,a.matrix),a.position.set(-5.607,-.754,-.758),a.rotation.set(0,.994,0),a.scale.set(1.97,1.534,3.955),a.updateMatrix(),o.setMatrixAt(1,a.matrix),a.position.set(6.167,.857,7.803),a.rotation.set(0,.561,0),a.scale.set(3.927,6.285,3.687),a.updateMatrix(),o.setMatrixAt(2,a.matrix),a.position.set(-2.017,.018,6.124),a.rotation.set(0,.333,0),a.scale.set(2.002,4.566,2.064),a.updateMatrix(),o.setMatrixAt(3,a.matrix),a.position.set(2.291,-.756,-2.621),a.rotation.set(0,-.286,0),a.scale.set(1.546,1.552,1.496),a.updateMatrix(),o.setMatrixAt(4,a.matrix),a.position.set(-2.193,-.369,-5.547),a.rotation.set(0,.516,0),a.scale.set(3.875,3.487,2.986),a.updateMatrix(),o.setMatrixAt(5,a.matrix),this.add(o);let l=new ct(e,da(50));l.position.set(-16.116,14.37,8.208),l.scale.set(.1,2.428,2.739),this.add(l);let c=new ct(e,da(50));c.position.set(-16.109,18.021,-8.207),c.scale.set(.1,2.425,2.751),this.add(c);let h=new ct(e,da(17));h.position.set(14.904,12.198,-1.832),h.scale.set(.15,4.265,6.331),this.add(h);let u=new ct(e,da(43));u.position.set(-.462,8.89,14.52),u.scale.set(4.38,5.441,.088),this.add(u);let d=new ct(e,da(20));d.position.set(3.235,11.486,-12.541),d.scale.set(2.5,2,.1),this.add(d);let f=new ct(e,da(100));f.position.set(0,20,0),f.scale.set(1,.1,1),this.add(f)}dispose(){let e=new Set;this.traverse(t=>{t.isMesh&&(e.add(t.geometry),e.add(t.material))});for(let t of e)t.dispose()}};function da(i){return new nl({color:0,emissive:16777215,emissiveIntensity:i})}var WC=60,XC=.2,P_=8,qC=25,YC=8,$C=3,Zu=class{constructor(e,t){this.container=e;this.extent=t;this.camera=new Yn(32,1,t.radius/200,t.radius*200),this.camera.up.copy(t.up),this.renderer.setPixelRatio(this.best),this.renderer.shadowMap.enabled=!0,this.renderer.toneMapping=fl,this.renderer.shadowMap.type=Rr,e.append(this.canvas),this.controls=new Yu(this.camera,this.canvas),this.controls.zoomToCursor=!0,this.controls.addEventListener("change",()=>this.ask()),this.addLights(),this.resizing=new ResizeObserver(()=>this.resize()),this.resizing.observe(e)}container;extent;scene=new Er;camera;renderer=new jh({antialias:!0,preserveDrawingBuffer:!1});controls;sun=new Bo("#fff6ea",1.8);top=new Bo("#ffffff",.5);layers=[];onrender=()=>{};onspare=()=>{};drawn=0;asked=!1;saved=0;best=Math.min(window.devicePixelRatio,2);sky=new sl("#ffffff","#9aa3ad",2.1);raycaster=new Pr;lately=[];quick=0;calm=YC;eased=!1;resizing;get canvas(){return this.renderer.domElement}addLights(){let{radius:e,up:t,centre:n}=this.extent,s=Math.abs(t.x)>.5?new P(0,1,0):new P(1,0,0),r=new P().crossVectors(t,s);this.sky.position.copy(t),this.sun.position.copy(n).addScaledVector(t,3*e).addScaledVector(s,1.1*e).addScaledVector(r,-1.6*e),this.top.position.copy(n).addScaledVector(t,3*e).addScaledVector(r,-.1*e);for(let[a,l,c]of[[this.sun,2048,3],[this.top,1024,3]])a.target.position.copy(n),a.castShadow=!0,a.shadow.mapSize.set(l,l),Object.assign(a.shadow.camera,{left:-1.8*e,right:1.8*e,top:1.8*e,bottom:-1.8*e,near:.1*e,far:9*e}),a.shadow.bias=-8e-4,a.shadow.normalBias=.004*e,a.shadow.radius=c,this.scene.add(a,a.target);this.scene.add(this.sky);let o=new Yo(this.renderer);this.scene.environment=o.fromScene(new $u,.04).texture,this.scene.environmentRotation.setFromQuaternion(new Et().setFromUnitVectors(new P(0,1,0),t)),o.dispose()}add(e){this.layers.push(e);for(let t of e.objects)this.scene.add(t);return e}update(e,t){for(let n of this.layers)n.update?.(e,t);this.ask()}theme(e){let t=Nn[e],n=e==="dark";this.scene.background=new qe(t.sky),this.scene.fog=new Va(t.sky,1,2),this.sky.groundColor.set(n?"#39424c":"#9aa3ad"),this.sky.intensity=n?.7:.95,this.sun.intensity=n?1.6:1.4,this.scene.environmentIntensity=n?.4:.55;for(let s of this.layers)s.theme?.(e);this.ask()}fit(e,t=this.extent.box){let{radius:n}=this.extent,s=t.getCenter(new P);this.controls.target.copy(s),this.camera.position.copy(s).addScaledVector(e.normalize(),n),this.camera.lookAt(s),this.camera.position.copy(s).addScaledVector(e,this.distanceToFit(t,s)),this.controls.update(),this.ask()}get front(){let{box:e,radius:t,up:n,isGrounded:s,look:r}=this.extent;if(r)return r.clone();let o=e.getSize(new P),a=["x","y","z"].reduce((h,u)=>o[u]<o[h]-1e-9*t?u:h,"y"),l={x:new P(1,0,0),y:new P(0,-1,0),z:new P(0,0,1)}[a];if(Math.abs(l.dot(n))<.5)return l.clone().addScaledVector(new P().crossVectors(n,l),.28).addScaledVector(n,.26);let c=Math.abs(n.y)<.5?new P(0,-1,0):new P(0,0,1);return o[a]>XC*Math.max(o.x,o.y,o.z)?c.addScaledVector(n,.55).addScaledVector(new P().crossVectors(n,c),-.6):s?c.addScaledVector(n,.8).addScaledVector(new P().crossVectors(n,c),-.4):n.clone().addScaledVector(c,.3)}distanceToFit(e,t){let{size:n}=this.extent,s=this.camera.quaternion.clone().conjugate(),r=Math.tan(this.camera.fov*Math.PI/360)*.84,o=r*this.camera.aspect,a=Math.max(.25*e.getSize(new P).length(),.05*this.extent.radius);for(let l=0;l<8;l+=1){let c=(u,d)=>l>>d&1?e.max[u]:e.min[u],h=new P(c("x",0),c("y",1),c("z",2)).sub(t).applyQuaternion(s);a=Math.max(a,Math.abs(h.x)/o+h.z,Math.abs(h.y)/r+h.z)}return a+3*n}shift(e){this.camera.position.add(e),this.controls.target.add(e),this.controls.update()}get view(){return[...this.camera.position.toArray(),...this.controls.target.toArray()]}set view([e,t,n,s,r,o]){this.camera.position.set(e,t,n),this.controls.target.set(s,r,o),this.controls.update(),this.ask()}nudge(e,t,n){let{up:s}=this.extent,r=this.camera.position.clone().sub(this.controls.target);r.applyAxisAngle(s,e);let o=new P().crossVectors(s,r).normalize(),a=r.angleTo(s),l=Math.min(Math.max(a-t,.05),Math.PI-.05);r.applyAxisAngle(o,l-a).multiplyScalar(n),this.camera.position.copy(this.controls.target).add(r),this.controls.update(),this.ask()}resize(){let{clientWidth:e,clientHeight:t}=this.container;!e||!t||(this.renderer.setSize(e,t,!1),this.camera.aspect=e/t,this.camera.updateProjectionMatrix(),this.ask())}meet(e,t){let{clientWidth:n,clientHeight:s}=this.canvas;this.raycaster.setFromCamera(new Pe(2*e/n-1,1-2*t/s),this.camera);let r=this.layers.flatMap(l=>l.pickable??[]),o=this.raycaster.intersectObjects(r.filter(l=>l.visible&&l.parent?.visible),!1),a=o.find(({object:l})=>!l.material.depthTest)??o[0];return a?{thing:a.object.userData.pick,point:a.point}:null}project(e){let t=e.clone().project(this.camera);return t.z>1?null:[(t.x+1)*this.canvas.clientWidth/2,(1-t.y)*this.canvas.clientHeight/2]}took(e){if(this.lately.push(e),this.lately.length<P_)return;let t=this.lately.reduce((n,s)=>n+s,0)/P_;this.lately=[],this.quick=t<qC?this.quick+1:0,t>=WC?(this.eased&&(this.calm*=2),this.eased=!1,this.spare(this.saved+1)):this.saved&&this.quick>=this.calm&&(this.eased=!0,this.quick=0,this.spare(this.saved-1))}spare(e){this.saved=Math.min(e,$C),this.sun.castShadow=this.top.castShadow=this.saved<1,this.onspare(this.saved>0),this.renderer.setPixelRatio([this.best,this.best,Math.min(1,this.best),.6][this.saved]),this.resize()}async atItsBest(e){let{saved:t}=this;this.spare(0);try{await e()}finally{this.spare(t)}}ask(){this.asked||(this.asked=!0,requestAnimationFrame(()=>{this.asked=!1,this.draw(),this.onrender()}))}draw(){let e=this.camera.position.distanceTo(this.controls.target),t=this.scene.fog;t.near=e+1.6*this.extent.radius,t.far=e+7*this.extent.radius,this.renderer.render(this.scene,this.camera),this.drawn+=1}picture(){return this.draw(),this.canvas.toDataURL("image/png")}dispose(){this.resizing.disconnect();for(let e of this.layers)e.dispose();this.controls.dispose(),this.renderer.dispose(),this.canvas.remove()}};var fa=14,ZC=8,KC=60,[Hl,ts]=[48,10];function jC(i,e){return e==="positive"?i<0?i+2*Math.PI:i:e==="negative"&&i>0?i-2*Math.PI:i}function JC({radius:i,way:e,lifts:t},n,s){let[r,o]=[Math.hypot(n.x,n.y),Math.hypot(s.x,s.y)],[a,l]=[r,o].map(x=>Math.acos(Math.min(i/x,1))),c=jC(Math.atan2(n.x*s.y-n.y*s.x,n.x*s.x+n.y*s.y),e),[h,u]=[c<0?-1:1,Math.abs(c)-a-l];if(u<0&&t)return[];let[d,f]=[r,o].map(x=>Math.sqrt(Math.max(x*x-i*i,0))),p=d+i*u+f;return Array.from({length:fa},(x,m)=>{let g=u*m/(fa-1),_=Math.atan2(n.y,n.x)+h*(a+g);return new P(i*Math.cos(_),i*Math.sin(_),n.z+(s.z-n.z)*(d+i*g)/p)})}function I_({radius:i,lifts:e},t,n){let[s,r]=[t,n].map(c=>Math.acos(Math.min(i/c.length(),1))),o=t.angleTo(n)-s-r,a=t.clone().normalize(),l=n.clone().addScaledVector(a,-n.dot(a));return o<0&&e||l.lengthSq()===0?[]:(l.normalize(),Array.from({length:fa},(c,h)=>{let u=s+o*h/(fa-1);return new P().addScaledVector(a,i*Math.cos(u)).addScaledVector(l,i*Math.sin(u))}))}function QC(i,e,t){let n=e.clone().sub(i).normalize(),s=t.clone().addScaledVector(n,-t.dot(n));if(s.lengthSq()<1e-4*t.lengthSq())return[];let r=s.normalize().clone().cross(n),[o,a]=[i.dot(r),i.dot(s)],l=Math.sqrt(Math.max(1-o*o,0)),c=d=>Math.acos(Math.min(l/Math.hypot(a,d.dot(n)),1)),[h,u]=[Math.atan2(i.dot(n),a)+c(i),Math.atan2(e.dot(n),a)-c(e)];return Array.from({length:fa},(d,f)=>{let p=h+(u-h)*f/(fa-1);return new P().addScaledVector(s,l*Math.cos(p)).addScaledVector(n,l*Math.sin(p)).addScaledVector(r,o)})}var eP=[1,-1].flatMap(i=>[new P(i,0,0),new P(0,i,0),new P(0,0,i)]),R_=i=>i.slice(1).reduce((e,t,n)=>e+t.distanceTo(i[n]),0);function tP(i,e,t){let n=new P(...i.radii??[1,1,1]),[s,r]=[e.clone().divide(n),t.clone().divide(n)],o=r.clone().sub(s).normalize(),a=s.clone().addScaledVector(o,-s.dot(o));if(!I_({...i,radius:1},s,r).length&&a.lengthSq()>0)return[];let l=i.over&&new P(...i.over).divide(n);l?.addScaledVector(o,-l.dot(o));let c=[a,...l?[l]:[],...eP].filter(d=>!l||d.dot(l)>=0).map(d=>QC(s,r,d).map(f=>f.multiply(n))).filter(d=>d.length).map(d=>[e,...d,t]);if(!c.length)return[];let h=c.reduce((d,f)=>R_(f)<R_(d)?f:d),u=new P;for(let d=0;d<KC;d+=1)for(let f=1;f<h.length-1;f+=1){let p=h[f].addVectors(h[f-1],h[f+1]).multiplyScalar(.5);for(let x=0;x<2;x+=1){u.copy(p).divide(n).divide(n);let m=1-u.dot(p);m>0&&p.addScaledVector(u,.5*m/u.lengthSq())}}return h.slice(1,-1)}function nP(i,e,t,n){let s=e.clone().conjugate().multiply(n),r=Math.atan2(new P(...i.axis).dot(new P(s.x,s.y,s.z)),s.w),o=Math.atan2(Math.sin(2*r),Math.cos(2*r)),[a,l]=i.between,c=Math.min(Math.max(o,a),l);return i.place.reduceRight((u,d)=>u.multiplyScalar(c).add(new P(...d)),new P).applyQuaternion(n).add(t)}var iP={cylinder:JC,sphere:I_,ellipsoid:tP};function Zp(i,e,t){let n=e.map((l,c)=>i[c-1]?[]:[l]),[s,r]=[i.at(-1),e.length-1];s?.kind==="guide"&&(n[r]=[nP(s,t[r-1],e[r],t[r])]);let o=(l,c)=>{for(let h=l+c;h>=0&&h<n.length;h+=c)if(n[h].length)return n[h][c>0?0:n[h].length-1];return e[l]},a=i.flatMap((l,c)=>l&&l.kind!=="guide"?[{obstacle:l,k:c+1}]:[]);for(let l=0;l<(a.length>1?ZC:1);l+=1)for(let{obstacle:c,k:h}of a){let u=t[h].clone().conjugate(),[d,f]=[o(h,-1),o(h,1)].map(x=>x.clone().sub(e[h]).applyQuaternion(u)),p=iP[c.kind](c,d,f);n[h]=p.map(x=>x.applyQuaternion(t[h]).add(e[h]))}return n.flat()}var Ku=class{constructor(e){this.radius=e;this.geometry.setAttribute("position",new Ht(this.positions,3));let t=[];for(let n=0;n<Hl;n+=1)for(let s=0;s<ts;s+=1){let[r,o]=[n*ts+s,n*ts+(s+1)%ts];t.push(r,o,o+ts,r,o+ts,r+ts)}this.geometry.setIndex(t)}radius;geometry=new Mt;positions=new Float32Array(3*(Hl+1)*ts);follow(e){let t=e.slice(1).map((h,u)=>h.distanceTo(e[u])),n=t.reduce((h,u)=>h+u,0)||1,[s,r,o,a]=[new P,new P,new P(.31,.59,.74),new P],[l,c]=[0,0];for(let h=0;h<=Hl;h+=1){let u=n*h/Hl;for(;l<t.length-1&&u>c+t[l];)c+=t[l],l+=1;s.copy(e[l]).lerp(e[l+1],Math.min((u-c)/(t[l]||1),1)),r.subVectors(e[l+1],e[l]).normalize(),o.addScaledVector(r,-o.dot(r)).normalize(),a.crossVectors(r,o);let d=this.radius(h/Hl);for(let f=0;f<ts;f+=1){let p=2*Math.PI*f/ts,x=3*(h*ts+f);for(let m=0;m<3;m+=1)this.positions[x+m]=s.getComponent(m)+d*(Math.cos(p)*o.getComponent(m)+Math.sin(p)*a.getComponent(m))}}this.geometry.attributes.position.needsUpdate=!0,this.geometry.computeVertexNormals()}};var L_=new P(0,0,1),D_=9;function sP(i,e,t){let n=[new P(0,0,0),new P(0,0,.1*t)],s=D_*16;for(let r=0;r<=s;r+=1){let o=r/s,a=2*Math.PI*D_*o,l=i*Math.min(1,12*o,12*(1-o));n.push(new P(l*Math.cos(a),l*Math.sin(a),t*(.12+.76*o)))}return n.push(new P(0,0,.9*t),new P(0,0,t)),new Fo(new Ar(n),s*2,e,7)}function rP(i,e){let t=[];for(let n=0;n<=90;n+=1){let s=n/90*6*Math.PI,r=i*(.3+.7*(n/90));t.push(new P(r*Math.cos(s),r*Math.sin(s),0))}return new Fo(new Ar(t),180,e,6)}var jp=class{constructor(e,t,n,s,r){this.part=e;this.index=t;this.size=n;this.materials=r;this.axes=e.axes.map(c=>new P(...c)),this.ends=e.ends.map(jo),this.places=this.ends.map(()=>new P),this.turns=this.ends.map(()=>new Et),this.over=e.over??e.ends.slice(2).map(()=>null),this.isOpen=e.gap>s;let{shortest:o,longest:a,stroke:l}=e.travel;this.nominal=Math.max(Math.min(e.free??a,a),.3*a,6*n),[this.shortest,this.stroke]=[o,l]}part;index;size;materials;first=new Rt;second=new Rt;between=new Rt;touch=new Rt;extra=new Rt;world=new Rt;obstacles=[];axes;ends;places;turns;meshes=[];length=0;isOpen;nominal;shortest;stroke;over;tube=null;stretch=()=>{};get groups(){return[this.first,this.second,this.between,this.touch,this.extra,this.world,...this.obstacles.map(([,e])=>e)]}add(e,t,n=this.materials.metal){let s=new ct(t,n);return s.castShadow=!0,s.userData.pick={type:"connection",index:this.index},this.meshes.push(s),e.add(s),s}along(e,t,n,s){let r=this.add(e,t,s);return r.quaternion.setFromUnitVectors(L_,n),r}update(e){this.ends.forEach((s,r)=>e.end(s,this.places[r],this.turns[r]));let t=this.tube?this.ends.length-1:1;for(let[s,r]of[[this.first,0],[this.second,t]])r>=this.ends.length||(s.position.copy(this.places[r]),s.quaternion.copy(this.turns[r]));if(this.places.length<2)return;this.tube?.follow(Zp(this.over,this.places,this.turns));for(let[s,r]of this.obstacles)r.position.copy(this.places[s]),r.quaternion.copy(this.turns[s]);this.touch.position.copy(this.places[1]),this.touch.quaternion.copy(this.first.quaternion);let n=new P().subVectors(this.places[1],this.places[0]);this.length=n.length(),this.between.visible=this.length>1e-9,this.between.position.copy(this.places[0]),this.length>1e-9&&this.between.quaternion.setFromUnitVectors(L_,n.divideScalar(this.length)),this.stretch(this.length)}onStretch(e){let t=this.stretch;this.stretch=n=>{t(n),e(n)}}link(e,t,n=0){let s=this.add(this.between,on(e,1,10).translate(0,0,.5),t);this.onStretch(r=>{s.scale.z=r,s.visible=r>n})}route(e,t){this.tube=new Ku(e);let n=this.add(this.world,this.tube.geometry,t),s=new ct(this.tube.geometry,this.materials.through);for(let r of[n,s])r.frustumCulled=!1;s.renderOrder=1,n.add(s),this.over.forEach((r,o)=>{if(!r||r.kind==="guide")return;let{kind:a,radius:l,radii:c=[l,l,l]}=r,h=this.add(new Rt,a==="cylinder"?on(.99*l,Math.max(.35*l,3*this.size),40):new Bn(.99,32,24).scale(...c),this.materials.base);this.obstacles.push([o+1,h.parent])})}get way(){let e=Zp(this.over,this.places,this.turns);return e.slice(1).reduce((t,n,s)=>t+n.distanceTo(e[s]),0)}eyes(){for(let e of[this.first,this.second])this.add(e,new Bn(.8*this.size,18,14),this.materials.spring)}reach(){let e=new cn;for(let t of[this.first,this.second,this.between,this.touch])t.visible&&e.expandByObject(t);return e.isEmpty()?0:e.getSize(new P).length()}coil(e){let t=Math.max(this.nominal,3*e),n=this.add(this.between,sP(e,.13*e,t),this.materials.spring);this.onStretch(s=>{n.scale.z=s/t})}piston(e){let t=Math.max(Math.min(this.nominal,1.4*this.shortest),4*e),n=.5*t;this.add(this.between,on(.25*e,.15*t,12).translate(0,0,.075*t)),this.add(this.between,on(e,n,24).translate(0,0,.15*t+n/2));let s=this.add(this.between,on(.35*e,1,12).translate(0,0,-.5));this.onStretch(r=>{s.position.z=r,s.scale.z=Math.max(r-.3*t,.05*t)})}};function oP(i,e){let{size:t}=i,n=new Rt,s=i.add(n,new nr(1*t,2.8*t,4*t,4).rotateY(Math.PI/4),i.materials.base);s.position.y=-2.2*t;let r=i.add(n,new vi(7*t,.6*t,7*t),i.materials.base);return r.position.y=-4.4*t,n.quaternion.setFromUnitVectors(new P(0,1,0),e),n}function Kp(i,e){let[t,n]=i.stroke,s=n-t+12*i.size;i.along(i.first,on(.55*i.size,s,16).translate(0,0,(t+n)/2),i.axes[0]),i.along(i.second,on(1.7*i.size,4*i.size,e).rotateZ(Math.PI/4),i.axes[0],i.materials.base)}var N_={pin(i){i.along(i.first,on(.95*i.size,5*i.size,28),i.axes[0]);for(let e of[-1,1])i.along(i.first,on(1.5*i.size,.5*i.size,28).translate(0,0,e*2*i.size),i.axes[0])},slider(i){Kp(i,4)},cylindrical(i){Kp(i,28)},screw(i){Kp(i,6)},plane(i){let e=i.along(i.first,new Li(16*i.size,16*i.size),i.axes[0],i.materials.sheet);e.castShadow=!1,i.along(i.second,on(1.4*i.size,.6*i.size),i.axes[0])},ball(i){i.add(i.first,new Bn(1.5*i.size,28,20)),i.add(i.second,new Uo(1.55*i.size,.3*i.size,10,32),i.materials.base)},universal(i){[i.first,i.second].forEach((e,t)=>{i.along(e,on(.6*i.size,5*i.size,16),i.axes[t]);for(let n of[-1,1])i.along(e,on(1*i.size,.7*i.size,20).translate(0,0,n*2.2*i.size),i.axes[t])})},fixed(i){i.add(i.first,new vi(2.2*i.size,2.2*i.size,2.2*i.size))},joint(i){i.add(i.second,new Cr(1.8*i.size))},free(){},none(){},spring(i){i.coil(2.2*i.size),i.eyes()},damper(i){i.piston(1.5*i.size),i.eyes()},"spring-damper"(i){i.coil(2.5*i.size),i.piston(1.1*i.size),i.eyes()},actuator(i){i.piston(1.7*i.size),i.eyes()},torsion(i){i.add(i.first,rP(3.2*i.size,.28*i.size),i.materials.spring)},rotor(i){let e=5*i.size;i.add(i.first,new Uo(e,.7*i.size,14,48)),i.add(i.first,on(e,.3*i.size,48),i.materials.base),i.add(i.first,on(.7*i.size,4*i.size,16))},load(){},contact(i){let[e]=i.axes;if(!e){i.add(i.touch,new Bn(1.1*i.size,20,14),i.materials.spring);return}i.along(i.touch,on(2.6*i.size,.35*i.size,32),e,i.materials.spring),i.along(i.touch,on(1.3*i.size,.7*i.size,24).translate(0,0,.35*i.size),e,i.materials.spring)},guide(i){let e=i.along(i.touch,new Li(14*i.size,14*i.size),i.axes[0],i.materials.sheet);e.castShadow=!1,i.along(i.touch,on(1.5*i.size,.5*i.size,28),i.axes[0],i.materials.constraint)},mark(i){i.add(i.second,new Cr(1.5*i.size),i.materials.constraint)},constraint(i){for(let e of[i.first,i.second])i.add(e,new Cr(1.3*i.size),i.materials.constraint);i.link(.28*i.size,i.materials.constraint)},bar(i){i.link(.5*i.size,i.materials.base),i.eyes()},line(i){i.route(()=>.4*i.size,i.materials.spring),i.eyes()},muscle(i){let e=Math.max(1.5*i.size,.035*i.nominal);i.route(t=>.3*i.size+e*Math.sin(Math.PI*Math.min(Math.max((t-.15)/.7,0),1))**1.5,i.materials.muscle),i.eyes()}},aP=new Set(["pin","ball","universal","fixed"]),lP=new Set(["pin","ball","universal"]);function U_(){let i=(e={})=>new $n({roughness:.55,metalness:0,...e});return{metal:i(),base:i({roughness:.8}),spring:i(),constraint:i(),muscle:i(),open:i({roughness:.9}),sheet:i({transparent:!0,opacity:.18,side:zn,depthWrite:!1}),through:i({transparent:!0,opacity:.45,depthWrite:!1,depthFunc:Ao})}}function F_(i,e,{size:t,gap:n,up:s,materials:r}){let o=new jp(i,e,t,n,r);(N_[i.drawn]??N_.line)(o),o.isOpen&&aP.has(i.drawn)&&o.link(.3*t,r.open,n);let a=i.ends.findIndex(l=>l.body===0);if(lP.has(i.drawn)&&a>=0){let l=oP(o,s);l.position.copy(o.ends[a].position),o.extra.add(l)}return o}var cP=.002,ju=class{objects;pickable;drawings;materials=U_();constructor(e,{size:t,up:n,radius:s}){this.drawings=e.map((r,o)=>F_(r,o,{size:t,up:n,gap:cP*s,materials:this.materials})),this.objects=this.drawings.flatMap(r=>r.groups),this.pickable=this.drawings.flatMap(r=>r.meshes)}update(e){for(let t of this.drawings)t.update(e)}theme(e){for(let t of["metal","base","spring","constraint","muscle","open"])this.materials[t].color.set(Nn[e][t]);this.materials.sheet.color.set(Nn[e].metal),this.materials.through.color.set(Nn[e].muscle)}mark(e,t){this.drawings.forEach((n,s)=>{let r=Kf({type:"connection",index:s},e,t);for(let o of n.meshes)hP(o,r)})}dispose(){Mn(this.objects)}};function hP(i,e){let t=i.userData.plain??=i.material;if(i.material!==t&&i.material.dispose(),i.material=t,i.renderOrder=0,e===0)return;let n=t.clone();n.emissive.set("#3d8fe0"),n.emissiveIntensity=e,n.depthTest=e<Zf,i.renderOrder=n.depthTest?0:2,i.material=n}var O_=new cn,Ju=new P,pa=class extends cl{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let e=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],t=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new dt(e,3)),this.setAttribute("uv",new dt(t,2))}applyMatrix4(e){let t=this.attributes.instanceStart,n=this.attributes.instanceEnd;return t!==void 0&&(t.applyMatrix4(e),n.applyMatrix4(e),t.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let n=new or(t,6,1);return this.setAttribute("instanceStart",new Pi(n,3,0)),this.setAttribute("instanceEnd",new Pi(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let n=new or(t,6,1);return this.setAttribute("instanceColorStart",new Pi(n,3,0)),this.setAttribute("instanceColorEnd",new Pi(n,3,3)),this}fromWireframeGeometry(e){return this.setPositions(e.attributes.position.array),this}fromEdgesGeometry(e){return this.setPositions(e.attributes.position.array),this}fromMesh(e){return this.fromWireframeGeometry(new el(e.geometry)),this}fromLineSegments(e){let t=e.geometry;return this.setPositions(t.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new cn);let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;e!==void 0&&t!==void 0&&(this.boundingBox.setFromBufferAttribute(e),O_.setFromBufferAttribute(t),this.boundingBox.union(O_))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new _i),this.boundingBox===null&&this.computeBoundingBox();let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;if(e!==void 0&&t!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)Ju.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Ju)),Ju.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Ju));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Ie.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new Pe},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};si.line={uniforms:Sl.merge([Ie.common,Ie.fog,Ie.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var yr=class extends Di{constructor(e){super({type:"LineMaterial",uniforms:Sl.clone(si.line.uniforms),vertexShader:si.line.vertexShader,fragmentShader:si.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(e)}get color(){return this.uniforms.diffuse.value}set color(e){this.uniforms.diffuse.value=e}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(e){e===!0!==this.worldUnits&&(this.needsUpdate=!0),e===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(e){this.uniforms.linewidth&&(this.uniforms.linewidth.value=e)}get dashed(){return"USE_DASH"in this.defines}set dashed(e){e===!0!==this.dashed&&(this.needsUpdate=!0),e===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(e){this.uniforms.dashScale.value=e}get dashSize(){return this.uniforms.dashSize.value}set dashSize(e){this.uniforms.dashSize.value=e}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(e){this.uniforms.dashOffset.value=e}get gapSize(){return this.uniforms.gapSize.value}set gapSize(e){this.uniforms.gapSize.value=e}get opacity(){return this.uniforms.opacity.value}set opacity(e){this.uniforms&&(this.uniforms.opacity.value=e)}get resolution(){return this.uniforms.resolution.value}set resolution(e){this.uniforms.resolution.value.copy(e)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(e){this.defines&&(e===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),e===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var Jp=new Lt,B_=new P,k_=new P,Vn=new Lt,Gn=new Lt,xs=new Lt,Qp=new P,em=new bt,Hn=new hl,z_=new P,Qu=new cn,ed=new _i,_s=new Lt,vs,$r;function V_(i,e,t){return _s.set(0,0,-e,1).applyMatrix4(i.projectionMatrix),_s.multiplyScalar(1/_s.w),_s.x=$r/t.width,_s.y=$r/t.height,_s.applyMatrix4(i.projectionMatrixInverse),_s.multiplyScalar(1/_s.w),Math.abs(Math.max(_s.x,_s.y))}function uP(i,e){let t=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){Hn.start.fromBufferAttribute(s,a),Hn.end.fromBufferAttribute(r,a),Hn.applyMatrix4(t);let c=new P,h=new P;vs.distanceSqToSegment(Hn.start,Hn.end,h,c),h.distanceTo(c)<$r*.5&&e.push({point:h,pointOnLine:c,distance:vs.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function dP(i,e,t){let n=e.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-e.near;vs.at(1,xs),xs.w=1,xs.applyMatrix4(e.matrixWorldInverse),xs.applyMatrix4(n),xs.multiplyScalar(1/xs.w),xs.x*=r.x/2,xs.y*=r.y/2,xs.z=0,Qp.copy(xs),em.multiplyMatrices(e.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(Vn.fromBufferAttribute(l,d),Gn.fromBufferAttribute(c,d),Vn.w=1,Gn.w=1,Vn.applyMatrix4(em),Gn.applyMatrix4(em),Vn.z>u&&Gn.z>u)continue;if(Vn.z>u){let E=Vn.z-Gn.z,y=(Vn.z-u)/E;Vn.lerp(Gn,y)}else if(Gn.z>u){let E=Gn.z-Vn.z,y=(Gn.z-u)/E;Gn.lerp(Vn,y)}Vn.applyMatrix4(n),Gn.applyMatrix4(n),Vn.multiplyScalar(1/Vn.w),Gn.multiplyScalar(1/Gn.w),Vn.x*=r.x/2,Vn.y*=r.y/2,Gn.x*=r.x/2,Gn.y*=r.y/2,Hn.start.copy(Vn),Hn.start.z=0,Hn.end.copy(Gn),Hn.end.z=0;let x=Hn.closestPointToPointParameter(Qp,!0);Hn.at(x,z_);let m=Xo.lerp(Vn.z,Gn.z,x),g=m>=-1&&m<=1,_=Qp.distanceTo(z_)<$r*.5;if(g&&_){Hn.start.fromBufferAttribute(l,d),Hn.end.fromBufferAttribute(c,d),Hn.start.applyMatrix4(o),Hn.end.applyMatrix4(o);let E=new P,y=new P;vs.distanceSqToSegment(Hn.start,Hn.end,y,E),t.push({point:y,pointOnLine:E,distance:vs.origin.distanceTo(y),object:i,face:null,faceIndex:d,uv:null,uv1:null})}}}var td=class extends ct{constructor(e=new pa,t=new yr({color:Math.random()*16777215})){super(e,t),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let e=this.geometry,t=e.attributes.instanceStart,n=e.attributes.instanceEnd,s=new Float32Array(2*t.count);for(let o=0,a=0,l=t.count;o<l;o++,a+=2)B_.fromBufferAttribute(t,o),k_.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+B_.distanceTo(k_);let r=new or(s,2,1);return e.setAttribute("instanceDistanceStart",new Pi(r,1,0)),e.setAttribute("instanceDistanceEnd",new Pi(r,1,1)),this}raycast(e,t){let n=this.material.worldUnits,s=e.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=e.params.Line2!==void 0&&e.params.Line2.threshold||0;vs=e.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;$r=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),ed.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=$r*.5;else{let u=Math.max(s.near,ed.distanceToPoint(vs.origin));c=V_(s,u,l.resolution)}if(ed.radius+=c,vs.intersectsSphere(ed)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),Qu.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=$r*.5;else{let u=Math.max(s.near,Qu.distanceToPoint(vs.origin));h=V_(s,u,l.resolution)}Qu.expandByScalar(h),vs.intersectsBox(Qu)!==!1&&(n?uP(this,t):dP(this,s,t))}onBeforeRender(e){let t=this.material.uniforms;t&&t.resolution&&(e.getViewport(Jp),this.material.uniforms.resolution.value.set(Jp.z,Jp.w))}};var Zr=class extends pa{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(e){let t=e.length-3,n=new Float32Array(2*t);for(let s=0;s<t;s+=3)n[2*s]=e[s],n[2*s+1]=e[s+1],n[2*s+2]=e[s+2],n[2*s+3]=e[s+3],n[2*s+4]=e[s+4],n[2*s+5]=e[s+5];return super.setPositions(n),this}setColors(e){let t=e.length-3,n=new Float32Array(2*t);for(let s=0;s<t;s+=3)n[2*s]=e[s],n[2*s+1]=e[s+1],n[2*s+2]=e[s+2],n[2*s+3]=e[s+3],n[2*s+4]=e[s+4],n[2*s+5]=e[s+5];return super.setColors(n),this}setFromPoints(e){let t=e.length-1,n=new Float32Array(6*t);for(let s=0;s<t;s++)n[6*s]=e[s].x,n[6*s+1]=e[s].y,n[6*s+2]=e[s].z||0,n[6*s+3]=e[s+1].x,n[6*s+4]=e[s+1].y,n[6*s+5]=e[s+1].z||0;return super.setPositions(n),this}fromLine(e){let t=e.geometry;return this.setPositions(t.attributes.position.array),this}};var nd=class extends td{constructor(e=new Zr,t=new yr({color:Math.random()*16777215})){super(e,t),this.isLine2=!0,this.type="Line2"}};var G_=4e3,id=class{constructor(e,t,n){this.source=t;this.here=new ms(n),this.paths=e.map((s,r)=>{let o=(a,l)=>{let c=new nd(new Zr,new yr({color:fr[r%fr.length],linewidth:l,transparent:!0,opacity:a}));return c.frustumCulled=!1,c};return{part:s,point:new P(...s.point),whole:o(.3,1.4),past:o(1,2.2),flat:[]}}),this.objects=this.paths.flatMap(({whole:s,past:r})=>[s,r]),this.grow(),this.leave=t.subscribe(s=>{s==="anew"&&this.clear(),this.grow()})}source;objects;paths;times=[];here;leave;visible=!0;clear(){this.times=[];for(let e of this.paths)e.flat=[]}grow(){if(!this.paths.length)return;let e=this.source.range()[0],t=this.source.times(this.times.at(-1)??-1/0),n=Math.max(1,(t.length-1)/G_),s=new P;for(let r=0;r<t.length-.5;r+=n){let o=t[Math.min(Math.round(r),t.length-1)];this.here.set(this.source.frame(o)),this.times.push(o);for(let{part:a,point:l,flat:c}of this.paths)c.push(...this.here.point(a.body,l,s).toArray())}this.forget(e),this.write()}forget(e){let t=this.times.findIndex(r=>r>=e),n=this.times.length-t>2*G_,s=this.times.map((r,o)=>o).filter(r=>r>=t&&!(n&&r%2));if(s.length!==this.times.length){this.times=s.map(r=>this.times[r]);for(let r of this.paths)r.flat=s.flatMap(o=>r.flat.slice(3*o,3*o+3))}}write(){for(let{whole:e,past:t,flat:n}of this.paths){let s=this.times.length>1;for(let r of[e,t])r.visible=s&&this.visible,s&&(r.geometry.dispose(),r.geometry=new Zr().setPositions(n))}}update(e,t){let n=this.times.findIndex(r=>r>t),s=n<0?this.times.length-1:Math.max(n-1,0);for(let{past:r}of this.paths)r.geometry.instanceCount=Math.max(s,0)}show(e){this.visible=e;for(let t of this.objects)t.visible=e&&this.times.length>1}dispose(){this.leave(),Mn(this.objects)}};var sd=class{constructor(e,t,n){this.doc=t;this.source=n;let s=t.bodies.length;this.extent=new Gu(t),this.pose=new ms(s,t.deformation),this.stage=new Zu(e,this.extent);let[r,o]=n.range();this.ground=this.stage.add(new Wu(this.extent)),this.stage.onspare=h=>this.ground.simplify(h);let a=new Set([...t.bodies.flatMap((h,u)=>h.elastic?[u]:[]),...fP(t)]);this.bodies=this.stage.add(new ru(t.bodies,this.extent,a)),this.elastic=this.stage.add(new Vu(t.bodies,t.strands,n,Math.max(.3*this.extent.size,.002*this.extent.radius))),this.symbols=this.stage.add(new ju(t.connections,this.extent)),this.stage.add(new Xu(t,n,this.bodies.solids,this.symbols.drawings));let l=[...t.touching.map(b_),...n.touching??[]];this.contacts=this.stage.add(new ku(l,this.extent,n.span??o-r)),this.arrows=this.stage.add(new Bu(t.arrows,this.extent,this.contacts.shapes)),this.contacts.onscale=()=>this.arrows.rescale(),t.arrows.forEach((h,u)=>this.arrows.measure(u,Al(Un(h.values)))),this.measure=this.stage.add(new Du(this.extent)),this.switched={contacts:this.contacts,floor:this.ground,traces:this.stage.add(new id(t.traces,n,s)),frames:this.stage.add(new ou(s,this.extent))};let c=tm(t);if(c){let h=new ms(s).set(c);this.switched.ghost=this.stage.add(new Br(this.bodies,()=>h))}}doc;source;stage;extent;ground;bodies;elastic;symbols;measure;arrows;contacts;switched;followed=null;pose;beside(e,t){let n=new ms(this.doc.bodies.length);return this.stage.add(new Br(this.bodies,s=>n.set(e.frame(s)),t))}place(e,t){let n=this.followed===null?null:this.pose.positions[this.followed].clone();this.pose.set(e),n&&this.stage.shift(this.pose.positions[this.followed].clone().sub(n)),this.stage.update(this.pose,t)}exaggerate(e){this.pose.exaggeration=e}color(e){this.elastic.choose(e,this.pose,this.source),this.stage.update(this.pose,this.pose.frame.t)}show(e,t){this.switched[e]?.show?.(t),this.stage.ask()}wire(e){this.bodies.wire(e),this.stage.ask()}mark(e,t){this.bodies.mark(e,t),this.symbols.mark(e,t),this.stage.ask()}fit(e){this.followed===null?this.stage.fit(e??this.stage.front):this.closeUp(e)}closeUp(e=this.stage.front){let t=new cn;this.stage.scene.updateMatrixWorld();for(let n of[...this.bodies.pickable,...this.elastic.objects])n.visible&&n.parent?.visible!==!1&&!(this.followed!==null&&n.userData.pick?.index===0)&&t.expandByObject(n,!0);if(this.followed===null)for(let{places:n}of this.symbols.drawings)for(let s of n)t.expandByPoint(s);t.isEmpty()||this.stage.fit(e,t)}dispose(){this.stage.dispose()}};function fP(i){let e=new Set(i.strands.map(n=>`${n.name}/`)),t=n=>[...e].some(s=>i.bodies[n].name.startsWith(s));return i.strands.flatMap(n=>n.ends.map(s=>s.body)).filter(n=>n>0&&t(n))}function tm(i){if(!i.ghost)return null;let[e,t]=[i.ghost.positions,i.ghost.quaternions].map(Un),n=Zi(i.bodies.length,0,i.arrows.length);for(let s=0;s<i.bodies.length;s+=1)n.poses.set(e.subarray(3*s,3*s+3),7*s),n.poses.set(t.subarray(4*s,4*s+4),7*s+3);return n}var[ma,Wl,im]=["(max-width: 900px)","(max-width: 560px)","(max-height: 600px)"].map(i=>window.matchMedia(i)),pP=window.matchMedia("(prefers-reduced-motion: reduce)"),mP=.22,gP=.1;function yP(...i){document.adoptedStyleSheets=i.map(e=>{let t=new CSSStyleSheet;return t.replaceSync(e),t})}function xP(i,e,t){try{return new sd(i,e,t)}catch(n){return i.append(V("p",{class:"failed",role:"alert"},`The picture cannot be drawn here (${n.message}). Numbers, plots and texts are complete.`)),null}}function _P(i,e,t){let n=i.modes.map(l=>new Fu(l,i.bodies.map(c=>c.size))),s=t.frame(t.range()[0]),r=()=>{let l=Zi(i.bodies.length,s.deformation.length,i.arrows.length);return s.velocities||(l.velocities=null),l},[o,a]=[au(tm(i)??s,r()),r()];return l=>{let c=n[e.get("mode")];return c?c.apply(o,mP*l*e.get("amplitude"),e.get("phase"),a):t.frame(e.get("t"))}}function vP(i,e,t,n){let s=n.map((o,a)=>i.beside(o.source,iu(a)));e.watch(["theme"],()=>i.stage.theme(e.get("theme"))),e.watch(["wire"],()=>i.wire(e.get("wire")));for(let o of["frames","floor","traces","ghost"])e.watch([o],()=>i.show(o,e.get(o)));e.watch(["contacts","mode"],()=>i.show("contacts",e.get("contacts")&&e.get("mode")<0)),e.watch(["selected","hovered"],()=>i.mark(e.get("selected"),e.get("hovered"))),e.watch(["ghost"],()=>{for(let o of s)o.show(e.get("ghost"))}),e.watch(["arrows","selected"],()=>i.arrows.choose([...e.get("arrows"),...bP(t,e)])),e.watch(["measured","measuring"],()=>{i.measure.points=e.get("measuring")?e.get("measured"):[]}),e.watch(["follow","selected"],()=>{i.followed=e.get("follow")?SP(t,e):null}),e.watch(["exaggeration"],()=>i.exaggerate(e.get("exaggeration"))),e.watch(["coloring","exaggeration"],()=>i.color(e.get("coloring"))),i.stage.container.append(...[Zx(i,e)].filter(o=>o!==null));let r=new Ou(e,i);i.stage.container.append(r.root),i.stage.onrender=()=>r.update(),n_(i,e,t)}var bP=(i,e)=>{let t=e.get("selected");return t?.type==="connection"?[i.connections[t.index].name]:[]};function SP(i,e){let t=e.get("selected");return(t?.type==="body"?t.index:t?i.connections[t.index].ends.at(-1)?.body:void 0)||i.followed[0]||(i.bodies.length>1?1:null)}function MP(i,e,t,n,s){if(window.location.protocol==="about:")return!1;let r=n instanceof Yr?n:null,o=m_(i,window.location.hash,r?.program.controls),a=e.all();g_(e,o,n.range(),s),o.view&&t&&(t.stage.view=o.view),o.values&&r?.set(o.values);let c=y_(e,()=>window.history.replaceState(null,"",`#${p_(i,e.all(),t?.stage.view??null,a,r?.program.controls,r?.news.chosen)}`));return r?.watch(c),t?.stage.controls.addEventListener("end",c),o.t!==void 0}function wP(i,e,t){let n=null,s=r=>{i.get("playing")&&(n!==null&&(e(Math.min((r-n)/1e3,gP)),t(r-n)),n=r,requestAnimationFrame(s))};i.watch(["playing"],()=>{i.get("playing")&&(n=null,requestAnimationFrame(s))})}var W_=i=>({left:!ma.matches,right:!ma.matches||i&&!(Wl.matches&&im.matches),plots:!im.matches&&!(i&&Wl.matches)});function EP(i,e,t,n,s){for(let o of[ma,Wl,im])o.addEventListener("change",()=>{for(let[a,l]of Object.entries(W_(e)))i.set(a,l)});let r=[["left","right",ma],["right","left",ma],["right","plots",Wl],["plots","right",Wl]];for(let[o,a,l]of r)i.watch([o],()=>{l.matches&&i.get(o)&&i.set(a,!1)});t.addEventListener("click",o=>{o.target.closest(".entry")&&(i.set("tab",0),ma.matches&&i.set("right",!0))}),i.watch(["left","right","plots"],()=>{t.hidden=!i.get("left"),n.hidden=!i.get("right"),s.hidden=!i.get("plots")})}function TP(i,e){let[t,n]=e.range(),s=e instanceof Yr?e:null,r=J0({t,speed:Bp(e.span??(n-t||1)).speed,tab:s?1:0,mode:Ui(e)||!i.modes.length?-1:0,floor:i.floor,follow:i.followed.length>0,arrows:i.arrows.filter(M=>M.shown).map(M=>M.name),...W_(s!==null)});r.watch(["theme"],()=>{document.documentElement.dataset.theme=r.get("theme")});let o=j0(),a=V("main",{class:"stage","aria-label":"Picture"}),l=xP(a,i,e),c=new Jo(e),h=i.others.map(M=>({label:M.label,source:new ua(M,i.bodies.length)})),u=new Ru(c,r,e,{name:i.name,first:i.plots,label:i.label,others:h}),d=_P(i,r,e),f=()=>d(l?.extent.radius??1),p=new du({doc:i,store:r,source:e,curves:c,plots:u,world:l,now:()=>l?.pose.frame??f()}),{bar:x,step:m,changeSpeed:g}=jx(r,i,e),_=V("aside",{class:"side left","aria-label":"Model"},e_(i,r)),E=Kx(i.panels,p.root,r,s?q0(s,r):[]),y=Gx(i.name,r,e,l,u);s?a.append(U0(s),...[ty(s,r)].filter(M=>M!==null)):i.note&&a.append(N0(i.note,i.panels,r)),document.body.append(V("div",{class:"app"},K0(i,r,l,o,y,e.channels.length),_,a,E,V("footer",{},x,e.channels.length>0&&u.root),o,y)),EP(r,s!==null,_,E,u.root),l&&vP(l,r,i,h),l&&s&&Y0(s,r,l),r.watch(["t","mode","amplitude","phase","arrows","selected","measured","measuring","exaggeration","grown"],()=>{l?.place(f(),r.get("t")),p.live()}),e.subscribe(()=>{let[M,v]=e.range();r.set("grown",r.get("grown")+1),r.set("t",Math.min(Math.max(r.get("t"),M),v))}),l?.stage.resize(),l?.fit();let C=MP(i,r,l,e,M=>c.find(M)!==void 0);p.build(),wP(r,m,M=>l?.stage.took(M)),r.watch(["playing"],()=>{r.get("playing")&&e.kind==="recorded"&&r.get("mode")<0&&r.get("t")>=n&&r.set("t",t)}),I0({store:r,source:e,world:l,marks:i.happened.marks,help:o,save:y,changeSpeed:g});for(let M of["click","keydown","change","pointerup"])window.addEventListener(M,()=>r.flush());window.linkwork=$0(i,r,l,u,s),r.set("playing",(Ui(e)||i.modes.length>0)&&!C&&!pP.matches)}yP(Mm,x_);var nm=JSON.parse(document.getElementById("scene").textContent);if(nm.format!==i_||nm.version!==3)document.body.append(V("p",{role:"alert"},`This viewer reads scenes of version ${3}.`));else{let i=s_(nm);TP(i,f_(i))}})();
