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
"use strict";(()=>{var cm='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var or={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},ar={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},qm=0,Ud=1,Ym=2;var Pr=1,$m=2,Fo=3,lr=0,ni=1,Wn=2,Rr=0,Oo=1,Fd=2,Od=3,kd=4,Zm=5;var Ir=100,Km=101,jm=102,Jm=103,Qm=104,eg=200,tg=201,ng=202,ig=203,Bd=204,zd=205,sg=206,rg=207,og=208,ag=209,lg=210,cg=211,hg=212,ug=213,dg=214,lc=0,cc=1,hc=2,wo=3,uc=4,dc=5,Eo=6,fc=7,Vd=0,fg=1,pg=2,us=0,Gd=1,Hd=2,Wd=3,Xd=4,qd=5,Yd=6,$d=7;var Zd=300,Lr=301,ko=302,$c=303,Zc=304,pc=1e3,cs=1001,mc=1002,Ln=1003,mg=1004;var Qa=1005;var ti=1006,Kc=1007;var Ns=1008;var ai=1009,Kd=1010,jd=1011,Bo=1012,jc=1013,Wi=1014,Xi=1015,qi=1016,Jc=1017,Qc=1018,Dr=1020,Jd=35902,Qd=35899,ef=1021,tf=1022,Yi=1023,Is=1026,Us=1027,nf=1028,eh=1029,cr=1030,th=1031;var nh=1033,el=33776,tl=33777,nl=33778,il=33779,ih=35840,sh=35841,rh=35842,oh=35843,ah=36196,lh=37492,ch=37496,hh=37488,uh=37489,sl=37490,dh=37491,fh=37808,ph=37809,mh=37810,gh=37811,yh=37812,xh=37813,_h=37814,vh=37815,bh=37816,Sh=37817,Mh=37818,wh=37819,Eh=37820,Th=37821,Ah=36492,Ch=36494,Ph=36495,Rh=36283,Ih=36284,rl=36285,Lh=36286;var wa=2300,gc=2301,oc=2302,Ad=2303,Cd=2400,Pd=2401,Rd=2402;var gg=3200;var Dh=0,yg=1,Fs="",gi="srgb",Ea="srgb-linear",Ta="linear",Rt="srgb";var ac=7680;var xg=519,_g=512,vg=513,bg=514,sf=515,Sg=516,Mg=517,rf=518,of=519,af=35044;var lf="300 es",Ti=2e3,To=2001;function N_(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function U_(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Aa(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function wg(){let i=Aa("canvas");return i.style.display="block",i}var hm={},Ao=null;function Ca(...i){let e="THREE."+i.shift();Ao?Ao("log",e,...i):console.log(e,...i)}function Eg(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function Ye(...i){i=Eg(i);let e="THREE."+i.shift();if(Ao)Ao("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function Je(...i){i=Eg(i);let e="THREE."+i.shift();if(Ao)Ao("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function va(...i){let e=i.join(" ");e in hm||(hm[e]=!0,Ye(...i))}function Tg(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var Ag={[lc]:lc,[hc]:Eo,[uc]:uc,[wo]:dc,[cc]:cc,[Eo]:hc,[fc]:fc,[dc]:wo},zi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},Gn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],um=1234567,So=Math.PI/180,Co=180/Math.PI;function hr(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Gn[i&255]+Gn[i>>8&255]+Gn[i>>16&255]+Gn[i>>24&255]+"-"+Gn[e&255]+Gn[e>>8&255]+"-"+Gn[e>>16&15|64]+Gn[e>>24&255]+"-"+Gn[t&63|128]+Gn[t>>8&255]+"-"+Gn[t>>16&255]+Gn[t>>24&255]+Gn[n&255]+Gn[n>>8&255]+Gn[n>>16&255]+Gn[n>>24&255]).toLowerCase()}function tt(i,e,t){return Math.max(e,Math.min(t,i))}function cf(i,e){return(i%e+e)%e}function F_(i,e,t,n,s){return n+(i-e)*(s-n)/(t-e)}function O_(i,e,t){return i!==e?(t-i)/(e-i):0}function ba(i,e,t){return(1-t)*i+t*e}function k_(i,e,t,n){return ba(i,e,1-Math.exp(-t*n))}function B_(i,e=1){return e-Math.abs(cf(i,e*2)-e)}function z_(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*(3-2*i))}function V_(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*i*(i*(i*6-15)+10))}function G_(i,e){return i+Math.floor(Math.random()*(e-i+1))}function H_(i,e){return i+Math.random()*(e-i)}function W_(i){return i*(.5-Math.random())}function X_(i){i!==void 0&&(um=i);let e=um+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function q_(i){return i*So}function Y_(i){return i*Co}function $_(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function Z_(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function hf(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function K_(i,e,t,n,s){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),h=o((e+n)/2),u=r((e-n)/2),d=o((e-n)/2),f=r((n-e)/2),p=o((n-e)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*f,a*h,a*c);break;default:Ye("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Nh(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function uf(i,e){if(e.constructor===Float32Array)return i;let t=Nh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function df(i,e){if(e.constructor===Float32Array)return i;let t=Nh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var ol={DEG2RAD:So,RAD2DEG:Co,generateUUID:hr,clamp:tt,euclideanModulo:cf,mapLinear:F_,inverseLerp:O_,lerp:ba,damp:k_,pingpong:B_,smoothstep:z_,smootherstep:V_,randInt:G_,randFloat:H_,randFloatSpread:W_,seededRandom:X_,degToRad:q_,radToDeg:Y_,isPowerOfTwo:$_,ceilPowerOfTwo:Z_,floorPowerOfTwo:hf,setQuaternionFromProperEuler:K_,normalize:df,denormalize:uf},Re=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=tt(this.x,e.x,t.x),this.y=tt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=tt(this.x,e,t),this.y=tt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(tt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(tt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},It=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],_=r[o+3];if(u!==_||l!==d||c!==f||h!==p){let m=l*d+c*f+h*p+u*_;m<0&&(d=-d,f=-f,p=-p,_=-_,m=-m);let g=1-a;if(m<.9995){let y=Math.acos(m),E=Math.sin(y);g=Math.sin(g*y)/E,a=Math.sin(a*y)/E,l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+_*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+_*a;let y=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=y,c*=y,h*=y,u*=y}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return e[t]=a*p+h*u+l*f-c*d,e[t+1]=l*p+h*d+c*u-a*f,e[t+2]=c*p+h*f+a*d-l*u,e[t+3]=h*p-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:Ye("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(tt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},C=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(dm.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(dm.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),h=2*(a*t-r*s),u=2*(r*n-o*t);return this.x=t+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=tt(this.x,e.x,t.x),this.y=tt(this.y,e.y,t.y),this.z=tt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=tt(this.x,e,t),this.y=tt(this.y,e,t),this.z=tt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(tt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return td.copy(this).projectOnVector(e),this.sub(td)}reflect(e){return this.sub(td.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(tt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},td=new C,dm=new It,nt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],_=s[0],m=s[3],g=s[6],y=s[1],E=s[4],b=s[7],P=s[2],w=s[5],x=s[8];return r[0]=o*_+a*y+l*P,r[3]=o*m+a*E+l*w,r[6]=o*g+a*b+l*x,r[1]=c*_+h*y+u*P,r[4]=c*m+h*E+u*w,r[7]=c*g+h*b+u*x,r[2]=d*_+f*y+p*P,r[5]=d*m+f*E+p*w,r[8]=d*g+f*b+p*x,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=t*u+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/p;return e[0]=u*_,e[1]=(s*c-h*n)*_,e[2]=(a*n-s*o)*_,e[3]=d*_,e[4]=(h*t-s*l)*_,e[5]=(s*r-a*t)*_,e[6]=f*_,e[7]=(n*l-c*t)*_,e[8]=(o*t-n*r)*_,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return va("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(nd.makeScale(e,t)),this}rotate(e){return va("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(nd.makeRotation(-e)),this}translate(e,t){return va("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(nd.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},nd=new nt,fm=new nt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),pm=new nt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function j_(){let i={enabled:!0,workingColorSpace:Ea,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Rt&&(s.r=Rs(s.r),s.g=Rs(s.g),s.b=Rs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Rt&&(s.r=Mo(s.r),s.g=Mo(s.g),s.b=Mo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Fs?Ta:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Ea]:{primaries:e,whitePoint:n,transfer:Ta,toXYZ:fm,fromXYZ:pm,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:gi},outputColorSpaceConfig:{drawingBufferColorSpace:gi}},[gi]:{primaries:e,whitePoint:n,transfer:Rt,toXYZ:fm,fromXYZ:pm,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:gi}}}),i}var xt=j_();function Rs(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Mo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var oo,yc=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{oo===void 0&&(oo=Aa("canvas")),oo.width=e.width,oo.height=e.height;let s=oo.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=oo}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=Aa("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Rs(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(Rs(t[n]/255)*255):t[n]=Rs(t[n]);return{data:t,width:e.width,height:e.height}}else return Ye("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},J_=0,Po=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:J_++}),this.uuid=hr(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(id(s[o].image)):r.push(id(s[o]))}else r=id(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function id(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?yc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(Ye("Texture: Unable to serialize Texture."),{})}var Q_=0,sd=new C,ri=class i extends zi{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=cs,s=cs,r=ti,o=Ns,a=Yi,l=ai,c=i.DEFAULT_ANISOTROPY,h=Fs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Q_++}),this.uuid=hr(),this.name="",this.source=new Po(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Re(0,0),this.repeat=new Re(1,1),this.center=new Re(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new nt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(sd).x}get height(){return this.source.getSize(sd).y}get depth(){return this.source.getSize(sd).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){Ye(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Ye(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Zd)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case pc:e.x=e.x-Math.floor(e.x);break;case cs:e.x=e.x<0?0:1;break;case mc:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case pc:e.y=e.y-Math.floor(e.y);break;case cs:e.y=e.y<0?0:1;break;case mc:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};ri.DEFAULT_IMAGE=null;ri.DEFAULT_MAPPING=Zd;ri.DEFAULT_ANISOTROPY=1;var Lt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],_=l[2],m=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-_)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+_)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let E=(c+1)/2,b=(f+1)/2,P=(g+1)/2,w=(h+d)/4,x=(u+_)/4,M=(p+m)/4;return E>b&&E>P?E<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(E),s=w/n,r=x/n):b>P?b<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(b),n=w/s,r=M/s):P<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(P),n=x/r,s=M/r),this.set(n,s,r,t),this}let y=Math.sqrt((m-p)*(m-p)+(u-_)*(u-_)+(d-h)*(d-h));return Math.abs(y)<.001&&(y=1),this.x=(m-p)/y,this.y=(u-_)/y,this.z=(d-h)/y,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=tt(this.x,e.x,t.x),this.y=tt(this.y,e.y,t.y),this.z=tt(this.z,e.z,t.z),this.w=tt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=tt(this.x,e,t),this.y=tt(this.y,e,t),this.z=tt(this.z,e,t),this.w=tt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(tt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},xc=class extends zi{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:ti,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Lt(0,0,e,t),this.scissorTest=!1,this.viewport=new Lt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new ri({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:ti,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new Po(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},yi=class extends xc{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},Pa=class extends ri{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Ln,this.minFilter=Ln,this.wrapR=cs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var _c=class extends ri{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Ln,this.minFilter=Ln,this.wrapR=cs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var St=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,l,c,h,u,d,f,p,_,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,h,u,d,f,p,_,m)}set(e,t,n,s,r,o,a,l,c,h,u,d,f,p,_,m){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=_,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/ao.setFromMatrixColumn(e,0).length(),r=1/ao.setFromMatrixColumn(e,1).length(),o=1/ao.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,p=a*h,_=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+p*c,t[5]=d-_*c,t[9]=-a*l,t[2]=_-d*c,t[6]=p+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,p=c*h,_=c*u;t[0]=d+_*a,t[4]=p*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-p,t[6]=_+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,p=c*h,_=c*u;t[0]=d-_*a,t[4]=-o*u,t[8]=p+f*a,t[1]=f+p*a,t[5]=o*h,t[9]=_-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,p=a*h,_=a*u;t[0]=l*h,t[4]=p*c-f,t[8]=d*c+_,t[1]=l*u,t[5]=_*c+d,t[9]=f*c-p,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,p=a*l,_=a*c;t[0]=l*h,t[4]=_-d*u,t[8]=p*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+p,t[10]=d-_*u}else if(e.order==="XZY"){let d=o*l,f=o*c,p=a*l,_=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+_,t[5]=o*h,t[9]=f*u-p,t[2]=p*u-f,t[6]=a*h,t[10]=_*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(ev,e,tv)}lookAt(e,t,n){let s=this.elements;return pi.subVectors(e,t),pi.lengthSq()===0&&(pi.z=1),pi.normalize(),qs.crossVectors(n,pi),qs.lengthSq()===0&&(Math.abs(n.z)===1?pi.x+=1e-4:pi.z+=1e-4,pi.normalize(),qs.crossVectors(n,pi)),qs.normalize(),Nl.crossVectors(pi,qs),s[0]=qs.x,s[4]=Nl.x,s[8]=pi.x,s[1]=qs.y,s[5]=Nl.y,s[9]=pi.y,s[2]=qs.z,s[6]=Nl.z,s[10]=pi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],_=n[6],m=n[10],g=n[14],y=n[3],E=n[7],b=n[11],P=n[15],w=s[0],x=s[4],M=s[8],F=s[12],L=s[1],D=s[5],z=s[9],W=s[13],U=s[2],X=s[6],$=s[10],H=s[14],ce=s[3],j=s[7],Q=s[11],se=s[15];return r[0]=o*w+a*L+l*U+c*ce,r[4]=o*x+a*D+l*X+c*j,r[8]=o*M+a*z+l*$+c*Q,r[12]=o*F+a*W+l*H+c*se,r[1]=h*w+u*L+d*U+f*ce,r[5]=h*x+u*D+d*X+f*j,r[9]=h*M+u*z+d*$+f*Q,r[13]=h*F+u*W+d*H+f*se,r[2]=p*w+_*L+m*U+g*ce,r[6]=p*x+_*D+m*X+g*j,r[10]=p*M+_*z+m*$+g*Q,r[14]=p*F+_*W+m*H+g*se,r[3]=y*w+E*L+b*U+P*ce,r[7]=y*x+E*D+b*X+P*j,r[11]=y*M+E*z+b*$+P*Q,r[15]=y*F+E*W+b*H+P*se,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],p=e[3],_=e[7],m=e[11],g=e[15],y=l*f-c*d,E=a*f-c*u,b=a*d-l*u,P=o*f-c*h,w=o*d-l*h,x=o*u-a*h;return t*(_*y-m*E+g*b)-n*(p*y-m*P+g*w)+s*(p*E-_*P+g*x)-r*(p*b-_*w+m*x)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],p=e[12],_=e[13],m=e[14],g=e[15],y=t*a-n*o,E=t*l-s*o,b=t*c-r*o,P=n*l-s*a,w=n*c-r*a,x=s*c-r*l,M=h*_-u*p,F=h*m-d*p,L=h*g-f*p,D=u*m-d*_,z=u*g-f*_,W=d*g-f*m,U=y*W-E*z+b*D+P*L-w*F+x*M;if(U===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let X=1/U;return e[0]=(a*W-l*z+c*D)*X,e[1]=(s*z-n*W-r*D)*X,e[2]=(_*x-m*w+g*P)*X,e[3]=(d*w-u*x-f*P)*X,e[4]=(l*L-o*W-c*F)*X,e[5]=(t*W-s*L+r*F)*X,e[6]=(m*b-p*x-g*E)*X,e[7]=(h*x-d*b+f*E)*X,e[8]=(o*z-a*L+c*M)*X,e[9]=(n*L-t*z-r*M)*X,e[10]=(p*w-_*b+g*y)*X,e[11]=(u*b-h*w-f*y)*X,e[12]=(a*F-o*D-l*M)*X,e[13]=(t*D-n*F+s*M)*X,e[14]=(_*E-p*P-m*y)*X,e[15]=(h*P-u*E+d*y)*X,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,_=o*h,m=o*u,g=a*u,y=l*c,E=l*h,b=l*u,P=n.x,w=n.y,x=n.z;return s[0]=(1-(_+g))*P,s[1]=(f+b)*P,s[2]=(p-E)*P,s[3]=0,s[4]=(f-b)*w,s[5]=(1-(d+g))*w,s[6]=(m+y)*w,s[7]=0,s[8]=(p+E)*x,s[9]=(m-y)*x,s[10]=(1-(d+_))*x,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=ao.set(s[0],s[1],s[2]).length(),a=ao.set(s[4],s[5],s[6]).length(),l=ao.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Oi.copy(this);let c=1/o,h=1/a,u=1/l;return Oi.elements[0]*=c,Oi.elements[1]*=c,Oi.elements[2]*=c,Oi.elements[4]*=h,Oi.elements[5]*=h,Oi.elements[6]*=h,Oi.elements[8]*=u,Oi.elements[9]*=u,Oi.elements[10]*=u,t.setFromRotationMatrix(Oi),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=Ti,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(n-s),d=(t+e)/(t-e),f=(n+s)/(n-s),p,_;if(l)p=r/(o-r),_=o*r/(o-r);else if(a===Ti)p=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===To)p=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=Ti,l=!1){let c=this.elements,h=2/(t-e),u=2/(n-s),d=-(t+e)/(t-e),f=-(n+s)/(n-s),p,_;if(l)p=1/(o-r),_=o/(o-r);else if(a===Ti)p=-2/(o-r),_=-(o+r)/(o-r);else if(a===To)p=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},ao=new C,Oi=new St,ev=new C(0,0,0),tv=new C(1,1,1),qs=new C,Nl=new C,pi=new C,mm=new St,gm=new It,Ls=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(tt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-tt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(tt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-tt(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(tt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-tt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:Ye("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return mm.makeRotationFromQuaternion(e),this.setFromRotationMatrix(mm,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return gm.setFromEuler(this),this.setFromQuaternion(gm,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ls.DEFAULT_ORDER="XYZ";var Ro=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},nv=0,ym=new C,lo=new It,ws=new St,Ul=new C,ma=new C,iv=new C,sv=new It,xm=new C(1,0,0),_m=new C(0,1,0),vm=new C(0,0,1),bm={type:"added"},rv={type:"removed"},co={type:"childadded",child:null},rd={type:"childremoved",child:null},Fn=class i extends zi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:nv++}),this.uuid=hr(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new C,t=new Ls,n=new It,s=new C(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new St},normalMatrix:{value:new nt}}),this.matrix=new St,this.matrixWorld=new St,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Ro,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return lo.setFromAxisAngle(e,t),this.quaternion.multiply(lo),this}rotateOnWorldAxis(e,t){return lo.setFromAxisAngle(e,t),this.quaternion.premultiply(lo),this}rotateX(e){return this.rotateOnAxis(xm,e)}rotateY(e){return this.rotateOnAxis(_m,e)}rotateZ(e){return this.rotateOnAxis(vm,e)}translateOnAxis(e,t){return ym.copy(e).applyQuaternion(this.quaternion),this.position.add(ym.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(xm,e)}translateY(e){return this.translateOnAxis(_m,e)}translateZ(e){return this.translateOnAxis(vm,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(ws.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?Ul.copy(e):Ul.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),ma.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?ws.lookAt(ma,Ul,this.up):ws.lookAt(Ul,ma,this.up),this.quaternion.setFromRotationMatrix(ws),s&&(ws.extractRotation(s.matrixWorld),lo.setFromRotationMatrix(ws),this.quaternion.premultiply(lo.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Je("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(bm),co.child=e,this.dispatchEvent(co),co.child=null):Je("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(rv),rd.child=e,this.dispatchEvent(rd),rd.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),ws.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),ws.multiply(e.parent.matrixWorld)),e.applyMatrix4(ws),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(bm),co.child=e,this.dispatchEvent(co),co.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ma,e,iv),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ma,sv,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),p=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Fn.DEFAULT_UP=new C(0,1,0);Fn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Fn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Pt=class extends Fn{constructor(){super(),this.isGroup=!0,this.type="Group"}},ov={type:"move"},Io=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Pt,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Pt,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new C,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new C),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Pt,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new C,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new C,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let _ of e.hand.values()){let m=t.getJointPose(_,n),g=this._getHandJoint(c,_);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(ov)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new Pt;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},Cg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ys={h:0,s:0,l:0},Fl={h:0,s:0,l:0};function od(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var Qe=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=gi){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,xt.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=xt.workingColorSpace){return this.r=e,this.g=t,this.b=n,xt.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=xt.workingColorSpace){if(e=cf(e,1),t=tt(t,0,1),n=tt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=od(o,r,e+1/3),this.g=od(o,r,e),this.b=od(o,r,e-1/3)}return xt.colorSpaceToWorking(this,s),this}setStyle(e,t=gi){function n(r){r!==void 0&&parseFloat(r)<1&&Ye("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:Ye("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);Ye("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=gi){let n=Cg[e.toLowerCase()];return n!==void 0?this.setHex(n,t):Ye("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Rs(e.r),this.g=Rs(e.g),this.b=Rs(e.b),this}copyLinearToSRGB(e){return this.r=Mo(e.r),this.g=Mo(e.g),this.b=Mo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=gi){return xt.workingToColorSpace(Hn.copy(this),e),Math.round(tt(Hn.r*255,0,255))*65536+Math.round(tt(Hn.g*255,0,255))*256+Math.round(tt(Hn.b*255,0,255))}getHexString(e=gi){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=xt.workingColorSpace){xt.workingToColorSpace(Hn.copy(this),t);let n=Hn.r,s=Hn.g,r=Hn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=xt.workingColorSpace){return xt.workingToColorSpace(Hn.copy(this),t),e.r=Hn.r,e.g=Hn.g,e.b=Hn.b,e}getStyle(e=gi){xt.workingToColorSpace(Hn.copy(this),e);let t=Hn.r,n=Hn.g,s=Hn.b;return e!==gi?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(Ys),this.setHSL(Ys.h+e,Ys.s+t,Ys.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Ys),e.getHSL(Fl);let n=ba(Ys.h,Fl.h,t),s=ba(Ys.s,Fl.s,t),r=ba(Ys.l,Fl.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Hn=new Qe;Qe.NAMES=Cg;var Ra=class i{constructor(e,t=1,n=1e3){this.isFog=!0,this.name="",this.color=new Qe(e),this.near=t,this.far=n}clone(){return new i(this.color,this.near,this.far)}toJSON(){return{type:"Fog",name:this.name,color:this.color.getHex(),near:this.near,far:this.far}}},Ia=class extends Fn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ls,this.environmentIntensity=1,this.environmentRotation=new Ls,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},ki=new C,Es=new C,ad=new C,Ts=new C,ho=new C,uo=new C,Sm=new C,ld=new C,cd=new C,hd=new C,ud=new Lt,dd=new Lt,fd=new Lt,Ps=class i{constructor(e=new C,t=new C,n=new C){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),ki.subVectors(e,t),s.cross(ki);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){ki.subVectors(s,t),Es.subVectors(n,t),ad.subVectors(e,t);let o=ki.dot(ki),a=ki.dot(Es),l=ki.dot(ad),c=Es.dot(Es),h=Es.dot(ad),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,Ts)===null?!1:Ts.x>=0&&Ts.y>=0&&Ts.x+Ts.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,Ts)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Ts.x),l.addScaledVector(o,Ts.y),l.addScaledVector(a,Ts.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return ud.setScalar(0),dd.setScalar(0),fd.setScalar(0),ud.fromBufferAttribute(e,t),dd.fromBufferAttribute(e,n),fd.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(ud,r.x),o.addScaledVector(dd,r.y),o.addScaledVector(fd,r.z),o}static isFrontFacing(e,t,n,s){return ki.subVectors(n,t),Es.subVectors(e,t),ki.cross(Es).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return ki.subVectors(this.c,this.b),Es.subVectors(this.a,this.b),ki.cross(Es).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;ho.subVectors(s,n),uo.subVectors(r,n),ld.subVectors(e,n);let l=ho.dot(ld),c=uo.dot(ld);if(l<=0&&c<=0)return t.copy(n);cd.subVectors(e,s);let h=ho.dot(cd),u=uo.dot(cd);if(h>=0&&u<=h)return t.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(ho,o);hd.subVectors(e,r);let f=ho.dot(hd),p=uo.dot(hd);if(p>=0&&f<=p)return t.copy(r);let _=f*c-l*p;if(_<=0&&c>=0&&p<=0)return a=c/(c-p),t.copy(n).addScaledVector(uo,a);let m=h*p-f*u;if(m<=0&&u-h>=0&&f-p>=0)return Sm.subVectors(r,s),a=(u-h)/(u-h+(f-p)),t.copy(s).addScaledVector(Sm,a);let g=1/(m+_+d);return o=_*g,a=d*g,t.copy(n).addScaledVector(ho,o).addScaledVector(uo,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},_n=class{constructor(e=new C(1/0,1/0,1/0),t=new C(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Bi.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Bi.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Bi.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Bi):Bi.fromBufferAttribute(r,o),Bi.applyMatrix4(e.matrixWorld),this.expandByPoint(Bi);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Ol.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Ol.copy(n.boundingBox)),Ol.applyMatrix4(e.matrixWorld),this.union(Ol)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Bi),Bi.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(ga),kl.subVectors(this.max,ga),fo.subVectors(e.a,ga),po.subVectors(e.b,ga),mo.subVectors(e.c,ga),$s.subVectors(po,fo),Zs.subVectors(mo,po),br.subVectors(fo,mo);let t=[0,-$s.z,$s.y,0,-Zs.z,Zs.y,0,-br.z,br.y,$s.z,0,-$s.x,Zs.z,0,-Zs.x,br.z,0,-br.x,-$s.y,$s.x,0,-Zs.y,Zs.x,0,-br.y,br.x,0];return!pd(t,fo,po,mo,kl)||(t=[1,0,0,0,1,0,0,0,1],!pd(t,fo,po,mo,kl))?!1:(Bl.crossVectors($s,Zs),t=[Bl.x,Bl.y,Bl.z],pd(t,fo,po,mo,kl))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Bi).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Bi).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(As[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),As[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),As[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),As[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),As[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),As[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),As[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),As[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(As),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},As=[new C,new C,new C,new C,new C,new C,new C,new C],Bi=new C,Ol=new _n,fo=new C,po=new C,mo=new C,$s=new C,Zs=new C,br=new C,ga=new C,kl=new C,Bl=new C,Sr=new C;function pd(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Sr.fromArray(i,r);let a=s.x*Math.abs(Sr.x)+s.y*Math.abs(Sr.y)+s.z*Math.abs(Sr.z),l=e.dot(Sr),c=t.dot(Sr),h=n.dot(Sr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var mn=new C,zl=new Re,av=0,Qt=class extends zi{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:av++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=af,this.updateRanges=[],this.gpuType=Xi,this.version=0,this._normalizationScale=e!==void 0?Nh(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)zl.fromBufferAttribute(this,t),zl.applyMatrix3(e),this.setXY(t,zl.x,zl.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.applyMatrix3(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.applyMatrix4(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.applyNormalMatrix(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.transformDirection(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):uf(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):df(e,this.array)}};var La=class extends Qt{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var Da=class extends Qt{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var ft=class extends Qt{constructor(e,t,n){super(new Float32Array(e),t,n)}},lv=new _n,ya=new C,md=new C,Vi=class{constructor(e=new C,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):lv.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;ya.subVectors(e,this.center);let t=ya.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(ya,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(md.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(ya.copy(e.center).add(md)),this.expandByPoint(ya.copy(e.center).sub(md))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},cv=0,Ei=new St,gd=new Fn,go=new C,mi=new _n,xa=new _n,In=new C,Mt=class i extends zi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:cv++}),this.uuid=hr(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(N_(e)?Da:La)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new nt().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Ei.makeRotationFromQuaternion(e),this.applyMatrix4(Ei),this}rotateX(e){return Ei.makeRotationX(e),this.applyMatrix4(Ei),this}rotateY(e){return Ei.makeRotationY(e),this.applyMatrix4(Ei),this}rotateZ(e){return Ei.makeRotationZ(e),this.applyMatrix4(Ei),this}translate(e,t,n){return Ei.makeTranslation(e,t,n),this.applyMatrix4(Ei),this}scale(e,t,n){return Ei.makeScale(e,t,n),this.applyMatrix4(Ei),this}lookAt(e){return gd.lookAt(e),gd.updateMatrix(),this.applyMatrix4(gd.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(go).negate(),this.translate(go.x,go.y,go.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new ft(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&Ye("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new _n);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Je("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new C(-1/0,-1/0,-1/0),new C(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];mi.setFromBufferAttribute(r),this.morphTargetsRelative?(In.addVectors(this.boundingBox.min,mi.min),this.boundingBox.expandByPoint(In),In.addVectors(this.boundingBox.max,mi.max),this.boundingBox.expandByPoint(In)):(this.boundingBox.expandByPoint(mi.min),this.boundingBox.expandByPoint(mi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Je('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Vi);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Je("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new C,1/0);return}if(e){let n=this.boundingSphere.center;if(mi.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];xa.setFromBufferAttribute(a),this.morphTargetsRelative?(In.addVectors(mi.min,xa.min),mi.expandByPoint(In),In.addVectors(mi.max,xa.max),mi.expandByPoint(In)):(mi.expandByPoint(xa.min),mi.expandByPoint(xa.max))}mi.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)In.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(In));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)In.fromBufferAttribute(a,c),l&&(go.fromBufferAttribute(e,c),In.add(go)),s=Math.max(s,n.distanceToSquared(In))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Je('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Je("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Qt(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let F=0;F<n.count;F++)a[F]=new C,l[F]=new C;let h=new C,u=new C,d=new C,f=new Re,p=new Re,_=new Re,m=new C,g=new C;function y(F,L,D){c[F]=c[L]=c[D]=1,h.fromBufferAttribute(n,F),u.fromBufferAttribute(n,L),d.fromBufferAttribute(n,D),f.fromBufferAttribute(r,F),p.fromBufferAttribute(r,L),_.fromBufferAttribute(r,D),u.sub(h),d.sub(h),p.sub(f),_.sub(f);let z=1/(p.x*_.y-_.x*p.y);isFinite(z)&&(m.copy(u).multiplyScalar(_.y).addScaledVector(d,-p.y).multiplyScalar(z),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-_.x).multiplyScalar(z),a[F].add(m),a[L].add(m),a[D].add(m),l[F].add(g),l[L].add(g),l[D].add(g))}let E=this.groups;E.length===0&&(E=[{start:0,count:e.count}]);for(let F=0,L=E.length;F<L;++F){let D=E[F],z=D.start,W=D.count;for(let U=z,X=z+W;U<X;U+=3)y(e.getX(U+0),e.getX(U+1),e.getX(U+2))}let b=new C,P=new C,w=new C,x=new C;function M(F){w.fromBufferAttribute(s,F),x.copy(w);let L=a[F];b.copy(L),b.sub(w.multiplyScalar(w.dot(L))).normalize(),P.crossVectors(x,L);let z=P.dot(l[F])<0?-1:1;o.setXYZW(F,b.x,b.y,b.z,z)}for(let F=0,L=n.count;F<L;++F)c[F]&&M(F);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new Qt(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new C,r=new C,o=new C,a=new C,l=new C,c=new C,h=new C,u=new C;if(e)for(let d=0,f=e.count;d<f;d+=3){let p=e.getX(d+0),_=e.getX(d+1),m=e.getX(d+2);s.fromBufferAttribute(t,p),r.fromBufferAttribute(t,_),o.fromBufferAttribute(t,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)s.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)In.fromBufferAttribute(e,t),In.normalize(),e.setXYZ(t,In.x,In.y,In.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?f=l[_]*a.data.stride+a.offset:f=l[_]*h;for(let g=0;g<h;g++)d[p++]=c[f++]}return new Qt(d,h,u)}if(this.index===null)return Ye("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},vc=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=af,this.updateRanges=[],this.version=0,this.uuid=hr()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let s=0,r=this.stride;s<r;s++)this.array[e+s]=t.array[n+s];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Mm(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let n=new this.array.constructor(e.arrayBuffers[t]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Mm(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function Mm(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=hr()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var Jn=new C,Gi=class i{constructor(e,t,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=n,this.normalized=s,this._normalizationScale=e!==void 0?Nh(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)Jn.fromBufferAttribute(this,t),Jn.applyMatrix4(e),this.setXYZ(t,Jn.x,Jn.y,Jn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)Jn.fromBufferAttribute(this,t),Jn.applyNormalMatrix(e),this.setXYZ(t,Jn.x,Jn.y,Jn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)Jn.fromBufferAttribute(this,t),Jn.transformDirection(e),this.setXYZ(t,Jn.x,Jn.y,Jn.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,s){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this.data.array[e+3]=r,this}clone(e){if(e===void 0){Ca("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return new Qt(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new i(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){Ca("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):uf(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):df(e,this.data.array)}},yd=new C,hv=new C,uv=new nt,Qn=class{constructor(e=new C(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=yd.subVectors(n,t).cross(hv.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(yd),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||uv.getNormalMatrix(e),s=this.coplanarPoint(yd).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},dv=0,hs=class extends zi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:dv++}),this.uuid=hr(),this.name="",this.type="Material",this.blending=Oo,this.side=lr,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Bd,this.blendDst=zd,this.blendEquation=Ir,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Qe(0,0,0),this.blendAlpha=0,this.depthFunc=wo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=xg,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=ac,this.stencilZFail=ac,this.stencilZPass=ac,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){Ye(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Ye(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Qe().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new Qn().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Re().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Re().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var Cs=new C,xd=new C,Vl=new C,Gl=new C,js=class{constructor(e=new C,t=new C(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,Cs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=Cs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(Cs.copy(this.origin).addScaledVector(this.direction,t),Cs.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){xd.copy(e).add(t).multiplyScalar(.5),Vl.copy(t).sub(e).normalize(),Gl.copy(this.origin).sub(xd);let r=e.distanceTo(t)*.5,o=-this.direction.dot(Vl),a=Gl.dot(this.direction),l=-Gl.dot(Vl),c=Gl.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let _=1/h;u*=_,d*=_,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(xd).addScaledVector(Vl,d),f}intersectSphere(e,t){if(e.radius<0)return null;Cs.subVectors(e.center,this.origin);let n=Cs.dot(this.direction),s=Cs.dot(Cs)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,s=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,s=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,Cs)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=e.x-o.x,d=e.y-o.y,f=e.z-o.z,p=t.x-o.x,_=t.y-o.y,m=t.z-o.z,g=n.x-o.x,y=n.y-o.y,E=n.z-o.z,b=Math.abs(l),P=Math.abs(c),w=Math.abs(h),x,M,F,L,D,z,W,U,X,$,H,ce;if(b>=P&&b>=w?(F=l,z=u,X=p,ce=g,l>=0?(x=c,M=h,L=d,D=f,W=_,U=m,$=y,H=E):(x=h,M=c,L=f,D=d,W=m,U=_,$=E,H=y)):P>=w?(F=c,z=d,X=_,ce=y,c>=0?(x=h,M=l,L=f,D=u,W=m,U=p,$=E,H=g):(x=l,M=h,L=u,D=f,W=p,U=m,$=g,H=E)):(F=h,z=f,X=m,ce=E,h>=0?(x=l,M=c,L=u,D=d,W=p,U=_,$=g,H=y):(x=c,M=l,L=d,D=u,W=_,U=p,$=y,H=g)),F===0)return null;let j=x/F,Q=M/F,se=1/F,de=L-j*z,ue=D-Q*z,ee=W-j*X,me=U-Q*X,xe=$-j*ce,Ae=H-Q*ce,Se=xe*me-Ae*ee,We=de*Ae-ue*xe,rt=ee*ue-me*de;if(s){if(Se<0||We<0||rt<0)return null}else if((Se<0||We<0||rt<0)&&(Se>0||We>0||rt>0))return null;let Ge=Se+We+rt;if(Ge===0)return null;let dt=se*(Se*z+We*X+rt*ce);return(Ge>0?dt<0:dt>0)?null:this.at(dt/Ge,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Js=class extends hs{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Qe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ls,this.combine=Vd,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},wm=new St,Mr=new js,Hl=new Vi,Em=new C,Wl=new C,Xl=new C,ql=new C,_d=new C,Yl=new C,Tm=new C,$l=new C,Tt=class extends Fn{constructor(e=new Mt,t=new Js){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){Yl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(_d.fromBufferAttribute(u,e),o?Yl.addScaledVector(_d,h):Yl.addScaledVector(_d.sub(t),h))}t.add(Yl)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Hl.copy(n.boundingSphere),Hl.applyMatrix4(r),Mr.copy(e.ray).recast(e.near),!(Hl.containsPoint(Mr.origin)===!1&&(Mr.intersectSphere(Hl,Em)===null||Mr.origin.distanceToSquared(Em)>(e.far-e.near)**2))&&(wm.copy(r).invert(),Mr.copy(e.ray).applyMatrix4(wm),!(n.boundingBox!==null&&Mr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,Mr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],y=Math.max(m.start,f.start),E=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let b=y,P=E;b<P;b+=3){let w=a.getX(b),x=a.getX(b+1),M=a.getX(b+2);s=Zl(this,g,e,n,c,h,u,w,x,M),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let y=a.getX(m),E=a.getX(m+1),b=a.getX(m+2);s=Zl(this,o,e,n,c,h,u,y,E,b),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],y=Math.max(m.start,f.start),E=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let b=y,P=E;b<P;b+=3){let w=b,x=b+1,M=b+2;s=Zl(this,g,e,n,c,h,u,w,x,M),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(l.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let y=m,E=m+1,b=m+2;s=Zl(this,o,e,n,c,h,u,y,E,b),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function fv(i,e,t,n,s,r,o,a){let l;if(e.side===ni?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===lr,a),l===null)return null;$l.copy(a),$l.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo($l);return c<t.near||c>t.far?null:{distance:c,point:$l.clone(),object:i}}function Zl(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,Wl),i.getVertexPosition(l,Xl),i.getVertexPosition(c,ql);let h=fv(i,e,t,n,Wl,Xl,ql,Tm);if(h){let u=new C;Ps.getBarycoord(Tm,Wl,Xl,ql,u),s&&(h.uv=Ps.getInterpolatedAttribute(s,a,l,c,u,new Re)),r&&(h.uv1=Ps.getInterpolatedAttribute(r,a,l,c,u,new Re)),o&&(h.normal=Ps.getInterpolatedAttribute(o,a,l,c,u,new C),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new C,materialIndex:0};Ps.getNormal(Wl,Xl,ql,d.normal),h.face=d,h.barycoord=u}return h}var bc=class extends ri{constructor(e=null,t=1,n=1,s,r,o,a,l,c=Ln,h=Ln,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var wr=new Vi,pv=new Re(.5,.5),Kl=new C,Qs=class{constructor(e=new Qn,t=new Qn,n=new Qn,s=new Qn,r=new Qn,o=new Qn){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Ti,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],_=r[9],m=r[10],g=r[11],y=r[12],E=r[13],b=r[14],P=r[15];if(s[0].setComponents(c-o,f-h,g-p,P-y).normalize(),s[1].setComponents(c+o,f+h,g+p,P+y).normalize(),s[2].setComponents(c+a,f+u,g+_,P+E).normalize(),s[3].setComponents(c-a,f-u,g-_,P-E).normalize(),n)s[4].setComponents(l,d,m,b).normalize(),s[5].setComponents(c-l,f-d,g-m,P-b).normalize();else if(s[4].setComponents(c-l,f-d,g-m,P-b).normalize(),t===Ti)s[5].setComponents(c+l,f+d,g+m,P+b).normalize();else if(t===To)s[5].setComponents(l,d,m,b).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),wr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),wr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(wr)}intersectsSprite(e){wr.center.set(0,0,0);let t=pv.distanceTo(e.center);return wr.radius=.7071067811865476+t,wr.applyMatrix4(e.matrixWorld),this.intersectsSphere(wr)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(Kl.x=s.normal.x>0?e.max.x:e.min.x,Kl.y=s.normal.y>0?e.max.y:e.min.y,Kl.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Kl)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Am=new St,Sc=class i{constructor(){this.coordinateSystem=Ti,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];Am.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Qs),n[s].setFromProjectionMatrix(Am,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Qs),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var oi=class extends hs{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Qe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},Mc=new C,wc=new C,Cm=new St,_a=new js,jl=new Vi,vd=new C,Pm=new C,er=class extends Fn{constructor(e=new Mt,t=new oi){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)Mc.fromBufferAttribute(t,s-1),wc.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=Mc.distanceTo(wc);e.setAttribute("lineDistance",new ft(n,1))}else Ye("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),jl.copy(n.boundingSphere),jl.applyMatrix4(s),jl.radius+=r,e.ray.intersectsSphere(jl)===!1)return;Cm.copy(s).invert(),_a.copy(e.ray).applyMatrix4(Cm);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=c){let g=h.getX(_),y=h.getX(_+1),E=Jl(this,e,_a,l,g,y,_);E&&t.push(E)}if(this.isLineLoop){let _=h.getX(p-1),m=h.getX(f),g=Jl(this,e,_a,l,_,m,p-1);g&&t.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=c){let g=Jl(this,e,_a,l,_,_+1,_);g&&t.push(g)}if(this.isLineLoop){let _=Jl(this,e,_a,l,p-1,f,p-1);_&&t.push(_)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Jl(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(Mc.fromBufferAttribute(a,s),wc.fromBufferAttribute(a,r),t.distanceSqToSegment(Mc,wc,vd,Pm)>n)return;vd.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(vd);if(!(c<e.near||c>e.far))return{distance:c,point:Pm.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var Rm=new C,Im=new C,Ai=class extends er{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)Rm.fromBufferAttribute(t,s),Im.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Rm.distanceTo(Im);e.setAttribute("lineDistance",new ft(n,1))}else Ye("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Na=class extends ri{constructor(e=[],t=Lr,n,s,r,o,a,l,c,h){super(e,t,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Ds=class extends ri{constructor(e,t,n=Wi,s,r,o,a=Ln,l=Ln,c,h=Is,u=1){if(h!==Is&&h!==Us)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Po(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},Ua=class extends Ds{constructor(e,t=Wi,n=Lr,s,r,o=Ln,a=Ln,l,c=Is){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},Fa=class extends ri{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Hi=class i extends Mt{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,t,e,o,r,0),p("z","y","x",1,-1,n,t,-e,o,r,1),p("x","z","y",1,1,e,n,t,s,o,2),p("x","z","y",1,-1,e,n,-t,s,o,3),p("x","y","z",1,-1,e,t,n,s,r,4),p("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new ft(c,3)),this.setAttribute("normal",new ft(h,3)),this.setAttribute("uv",new ft(u,2));function p(_,m,g,y,E,b,P,w,x,M,F){let L=b/x,D=P/M,z=b/2,W=P/2,U=w/2,X=x+1,$=M+1,H=0,ce=0,j=new C;for(let Q=0;Q<$;Q++){let se=Q*D-W;for(let de=0;de<X;de++){let ue=de*L-z;j[_]=ue*y,j[m]=se*E,j[g]=U,c.push(j.x,j.y,j.z),j[_]=0,j[m]=0,j[g]=w>0?1:-1,h.push(j.x,j.y,j.z),u.push(de/x),u.push(1-Q/M),H+=1}}for(let Q=0;Q<M;Q++)for(let se=0;se<x;se++){let de=d+se+X*Q,ue=d+se+X*(Q+1),ee=d+(se+1)+X*(Q+1),me=d+(se+1)+X*Q;l.push(de,ue,me),l.push(ue,ee,me),ce+=6}a.addGroup(f,ce,F),f+=ce,d+=H}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var tr=class i extends Mt{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,_=[],m=n/2,g=0;y(),o===!1&&(e>0&&E(!0),t>0&&E(!1)),this.setIndex(h),this.setAttribute("position",new ft(u,3)),this.setAttribute("normal",new ft(d,3)),this.setAttribute("uv",new ft(f,2));function y(){let b=new C,P=new C,w=0,x=(t-e)/n;for(let M=0;M<=r;M++){let F=[],L=M/r,D=L*(t-e)+e;for(let z=0;z<=s;z++){let W=z/s,U=W*l+a,X=Math.sin(U),$=Math.cos(U);P.x=D*X,P.y=-L*n+m,P.z=D*$,u.push(P.x,P.y,P.z),b.set(X,x,$).normalize(),d.push(b.x,b.y,b.z),f.push(W,1-L),F.push(p++)}_.push(F)}for(let M=0;M<s;M++)for(let F=0;F<r;F++){let L=_[F][M],D=_[F+1][M],z=_[F+1][M+1],W=_[F][M+1];(e>0||F!==0)&&(h.push(L,D,W),w+=3),(t>0||F!==r-1)&&(h.push(D,z,W),w+=3)}c.addGroup(g,w,0),g+=w}function E(b){let P=p,w=new Re,x=new C,M=0,F=b===!0?e:t,L=b===!0?1:-1;for(let z=1;z<=s;z++)u.push(0,m*L,0),d.push(0,L,0),f.push(.5,.5),p++;let D=p;for(let z=0;z<=s;z++){let U=z/s*l+a,X=Math.cos(U),$=Math.sin(U);x.x=F*$,x.y=m*L,x.z=F*X,u.push(x.x,x.y,x.z),d.push(0,L,0),w.x=X*.5+.5,w.y=$*.5*L+.5,f.push(w.x,w.y),p++}for(let z=0;z<s;z++){let W=P+z,U=D+z;b===!0?h.push(U,U+1,W):h.push(U+1,U,W),M+=3}c.addGroup(g,M,b===!0?1:2),g+=M}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Er=class i extends tr{constructor(e=1,t=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new i(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Ec=class i extends Mt{constructor(e=[],t=[],n=1,s=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:e,indices:t,radius:n,detail:s};let r=[],o=[];a(s),c(n),h(),this.setAttribute("position",new ft(r,3)),this.setAttribute("normal",new ft(r.slice(),3)),this.setAttribute("uv",new ft(o,2)),s===0?this.computeVertexNormals():this.normalizeNormals();function a(y){let E=new C,b=new C,P=new C;for(let w=0;w<t.length;w+=3)f(t[w+0],E),f(t[w+1],b),f(t[w+2],P),l(E,b,P,y)}function l(y,E,b,P){let w=P+1,x=[];for(let M=0;M<=w;M++){x[M]=[];let F=y.clone().lerp(b,M/w),L=E.clone().lerp(b,M/w),D=w-M;for(let z=0;z<=D;z++)z===0&&M===w?x[M][z]=F:x[M][z]=F.clone().lerp(L,z/D)}for(let M=0;M<w;M++)for(let F=0;F<2*(w-M)-1;F++){let L=Math.floor(F/2);F%2===0?(d(x[M][L+1]),d(x[M+1][L]),d(x[M][L])):(d(x[M][L+1]),d(x[M+1][L+1]),d(x[M+1][L]))}}function c(y){let E=new C;for(let b=0;b<r.length;b+=3)E.x=r[b+0],E.y=r[b+1],E.z=r[b+2],E.normalize().multiplyScalar(y),r[b+0]=E.x,r[b+1]=E.y,r[b+2]=E.z}function h(){let y=new C;for(let E=0;E<r.length;E+=3){y.x=r[E+0],y.y=r[E+1],y.z=r[E+2];let b=m(y)/2/Math.PI+.5,P=g(y)/Math.PI+.5;o.push(b,1-P)}p(),u()}function u(){for(let y=0;y<o.length;y+=6){let E=o[y+0],b=o[y+2],P=o[y+4],w=Math.max(E,b,P),x=Math.min(E,b,P);w>.9&&x<.1&&(E<.2&&(o[y+0]+=1),b<.2&&(o[y+2]+=1),P<.2&&(o[y+4]+=1))}}function d(y){r.push(y.x,y.y,y.z)}function f(y,E){let b=y*3;E.x=e[b+0],E.y=e[b+1],E.z=e[b+2]}function p(){let y=new C,E=new C,b=new C,P=new C,w=new Re,x=new Re,M=new Re;for(let F=0,L=0;F<r.length;F+=9,L+=6){y.set(r[F+0],r[F+1],r[F+2]),E.set(r[F+3],r[F+4],r[F+5]),b.set(r[F+6],r[F+7],r[F+8]),w.set(o[L+0],o[L+1]),x.set(o[L+2],o[L+3]),M.set(o[L+4],o[L+5]),P.copy(y).add(E).add(b).divideScalar(3);let D=m(P);_(w,L+0,y,D),_(x,L+2,E,D),_(M,L+4,b,D)}}function _(y,E,b,P){P<0&&y.x===1&&(o[E]=y.x-1),b.x===0&&b.z===0&&(o[E]=P/2/Math.PI+.5)}function m(y){return Math.atan2(y.z,-y.x)}function g(y){return Math.atan2(-y.y,Math.sqrt(y.x*y.x+y.z*y.z))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.vertices,e.indices,e.radius,e.detail)}};var Ql=new C,ec=new C,bd=new C,tc=new Ps,Oa=class extends Mt{constructor(e=null,t=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:e,thresholdAngle:t},e!==null){let s=Math.pow(10,4),r=Math.cos(So*t),o=e.getIndex(),a=e.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],h=["a","b","c"],u=new Array(3),d=new Map,f=[];for(let p=0;p<l;p+=3){o?(c[0]=o.getX(p),c[1]=o.getX(p+1),c[2]=o.getX(p+2)):(c[0]=p,c[1]=p+1,c[2]=p+2);let{a:_,b:m,c:g}=tc;if(_.fromBufferAttribute(a,c[0]),m.fromBufferAttribute(a,c[1]),g.fromBufferAttribute(a,c[2]),tc.getNormal(bd),u[0]=`${Math.round(_.x*s)},${Math.round(_.y*s)},${Math.round(_.z*s)}`,u[1]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,u[2]=`${Math.round(g.x*s)},${Math.round(g.y*s)},${Math.round(g.z*s)}`,!(u[0]===u[1]||u[1]===u[2]||u[2]===u[0]))for(let y=0;y<3;y++){let E=(y+1)%3,b=u[y],P=u[E],w=tc[h[y]],x=tc[h[E]],M=`${b}_${P}`,F=`${P}_${b}`,L=d.get(F);L?(bd.dot(L.normal)<=r&&(f.push(w.x,w.y,w.z),f.push(x.x,x.y,x.z)),d.set(F,null)):d.has(M)||d.set(M,{index0:c[y],index1:c[E],normal:bd.clone()})}}for(let p of d.values())if(p){let{index0:_,index1:m}=p;Ql.fromBufferAttribute(a,_),ec.fromBufferAttribute(a,m),f.push(Ql.x,Ql.y,Ql.z),f.push(ec.x,ec.y,ec.z)}this.setAttribute("position",new ft(f,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}},Ci=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){Ye("Curve: .getPoint() not implemented.")}getPointAt(e,t){let n=this.getUtoTmapping(e);return this.getPoint(n,t)}getPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPoint(n/e));return t}getSpacedPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPointAt(n/e));return t}getLength(){let e=this.getLengths();return e[e.length-1]}getLengths(e=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===e+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let t=[],n,s=this.getPoint(0),r=0;t.push(0);for(let o=1;o<=e;o++)n=this.getPoint(o/e),r+=n.distanceTo(s),t.push(r),s=n;return this.cacheArcLengths=t,t}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(e,t=null){let n=this.getLengths(),s=0,r=n.length,o;t?o=t:o=e*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(e,t){let s=e-1e-4,r=e+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=t||(o.isVector2?new Re:new C);return l.copy(a).sub(o).normalize(),l}getTangentAt(e,t){let n=this.getUtoTmapping(e);return this.getTangent(n,t)}computeFrenetFrames(e,t=!1){let n=new C,s=[],r=[],o=[],a=new C,l=new St;for(let f=0;f<=e;f++){let p=f/e;s[f]=this.getTangentAt(p,new C)}r[0]=new C,o[0]=new C;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=e;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(tt(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,p))}o[f].crossVectors(s[f],r[f])}if(t===!0){let f=Math.acos(tt(r[0].dot(r[e]),-1,1));f/=e,s[0].dot(a.crossVectors(r[0],r[e]))>0&&(f=-f);for(let p=1;p<=e;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],f*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let e={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return e.arcLengthDivisions=this.arcLengthDivisions,e.type=this.type,e}fromJSON(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}},ka=class extends Ci{constructor(e=0,t=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=e,this.aY=t,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(e,t=new Re){let n=t,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+e*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(e){return super.copy(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}toJSON(){let e=super.toJSON();return e.aX=this.aX,e.aY=this.aY,e.xRadius=this.xRadius,e.yRadius=this.yRadius,e.aStartAngle=this.aStartAngle,e.aEndAngle=this.aEndAngle,e.aClockwise=this.aClockwise,e.aRotation=this.aRotation,e}fromJSON(e){return super.fromJSON(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}},Tc=class extends ka{constructor(e,t,n,s,r,o){super(e,t,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function ff(){let i=0,e=0,t=0,n=0;function s(r,o,a,l){i=r,e=a,t=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+e*r+t*o+n*a}}}var Lm=new C,Dm=new C,Sd=new ff,Md=new ff,wd=new ff,Tr=class extends Ci{constructor(e=[],t=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=e,this.closed=t,this.curveType=n,this.tension=s}getPoint(e,t=new C){let n=t,s=this.points,r=s.length,o=(r-(this.closed?0:1))*e,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(Dm.subVectors(s[0],s[1]).add(s[0]),c=Dm);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(Lm.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=Lm),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),f),_=Math.pow(u.distanceToSquared(d),f),m=Math.pow(d.distanceToSquared(h),f);_<1e-4&&(_=1),p<1e-4&&(p=_),m<1e-4&&(m=_),Sd.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,p,_,m),Md.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,p,_,m),wd.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,p,_,m)}else this.curveType==="catmullrom"&&(Sd.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),Md.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),wd.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(Sd.calc(l),Md.calc(l),wd.calc(l)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(s.clone())}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.length;t<n;t++){let s=this.points[t];e.points.push(s.toArray())}return e.closed=this.closed,e.curveType=this.curveType,e.tension=this.tension,e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(new C().fromArray(s))}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}};function Nm(i,e,t,n,s){let r=(n-e)*.5,o=(s-t)*.5,a=i*i,l=i*a;return(2*t-2*n+r+o)*l+(-3*t+3*n-2*r-o)*a+r*i+t}function mv(i,e){let t=1-i;return t*t*e}function gv(i,e){return 2*(1-i)*i*e}function yv(i,e){return i*i*e}function Sa(i,e,t,n){return mv(i,e)+gv(i,t)+yv(i,n)}function xv(i,e){let t=1-i;return t*t*t*e}function _v(i,e){let t=1-i;return 3*t*t*i*e}function vv(i,e){return 3*(1-i)*i*i*e}function bv(i,e){return i*i*i*e}function Ma(i,e,t,n,s){return xv(i,e)+_v(i,t)+vv(i,n)+bv(i,s)}var Ac=class extends Ci{constructor(e=new Re,t=new Re,n=new Re,s=new Re){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=e,this.v1=t,this.v2=n,this.v3=s}getPoint(e,t=new Re){let n=t,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ma(e,s.x,r.x,o.x,a.x),Ma(e,s.y,r.y,o.y,a.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},Cc=class extends Ci{constructor(e=new C,t=new C,n=new C,s=new C){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=e,this.v1=t,this.v2=n,this.v3=s}getPoint(e,t=new C){let n=t,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ma(e,s.x,r.x,o.x,a.x),Ma(e,s.y,r.y,o.y,a.y),Ma(e,s.z,r.z,o.z,a.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},Pc=class extends Ci{constructor(e=new Re,t=new Re){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=e,this.v2=t}getPoint(e,t=new Re){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new Re){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Rc=class extends Ci{constructor(e=new C,t=new C){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=e,this.v2=t}getPoint(e,t=new C){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new C){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Ic=class extends Ci{constructor(e=new Re,t=new Re,n=new Re){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new Re){let n=t,s=this.v0,r=this.v1,o=this.v2;return n.set(Sa(e,s.x,r.x,o.x),Sa(e,s.y,r.y,o.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Ba=class extends Ci{constructor(e=new C,t=new C,n=new C){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new C){let n=t,s=this.v0,r=this.v1,o=this.v2;return n.set(Sa(e,s.x,r.x,o.x),Sa(e,s.y,r.y,o.y),Sa(e,s.z,r.z,o.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Lc=class extends Ci{constructor(e=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=e}getPoint(e,t=new Re){let n=t,s=this.points,r=(s.length-1)*e,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(Nm(a,l.x,c.x,h.x,u.x),Nm(a,l.y,c.y,h.y,u.y)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(s.clone())}return this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.length;t<n;t++){let s=this.points[t];e.points.push(s.toArray())}return e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(new Re().fromArray(s))}return this}},Sv=Object.freeze({__proto__:null,ArcCurve:Tc,CatmullRomCurve3:Tr,CubicBezierCurve:Ac,CubicBezierCurve3:Cc,EllipseCurve:ka,LineCurve:Pc,LineCurve3:Rc,QuadraticBezierCurve:Ic,QuadraticBezierCurve3:Ba,SplineCurve:Lc});var za=class i extends Mt{constructor(e=[new Re(0,-.5),new Re(.5,0),new Re(0,.5)],t=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:e,segments:t,phiStart:n,phiLength:s},t=Math.floor(t),s=tt(s,0,Math.PI*2);let r=[],o=[],a=[],l=[],c=[],h=1/t,u=new C,d=new Re,f=new C,p=new C,_=new C,m=0,g=0;for(let y=0;y<=e.length-1;y++)switch(y){case 0:m=e[y+1].x-e[y].x,g=e[y+1].y-e[y].y,f.x=g*1,f.y=-m,f.z=g*0,_.copy(f),f.normalize(),l.push(f.x,f.y,f.z);break;case e.length-1:_.normalize(),l.push(_.x,_.y,_.z);break;default:m=e[y+1].x-e[y].x,g=e[y+1].y-e[y].y,f.x=g*1,f.y=-m,f.z=g*0,p.copy(f),f.x+=_.x,f.y+=_.y,f.z+=_.z,f.normalize(),l.push(f.x,f.y,f.z),_.copy(p)}for(let y=0;y<=t;y++){let E=n+y*h*s,b=Math.sin(E),P=Math.cos(E);for(let w=0;w<=e.length-1;w++){u.x=e[w].x*b,u.y=e[w].y,u.z=e[w].x*P,o.push(u.x,u.y,u.z),d.x=y/t,d.y=w/(e.length-1),a.push(d.x,d.y);let x=l[3*w+0]*b,M=l[3*w+1],F=l[3*w+0]*P;c.push(x,M,F)}}for(let y=0;y<t;y++)for(let E=0;E<e.length-1;E++){let b=E+y*e.length,P=b,w=b+e.length,x=b+e.length+1,M=b+1;r.push(P,w,M),r.push(x,M,w)}this.setIndex(r),this.setAttribute("position",new ft(o,3)),this.setAttribute("uv",new ft(a,2)),this.setAttribute("normal",new ft(c,3))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.points,e.segments,e.phiStart,e.phiLength)}},Ar=class i extends Ec{constructor(e=1,t=0){let n=[1,0,0,-1,0,0,0,1,0,0,-1,0,0,0,1,0,0,-1],s=[0,2,4,0,4,3,0,3,5,0,5,2,1,2,5,1,5,3,1,3,4,1,4,2];super(n,s,e,t),this.type="OctahedronGeometry",this.parameters={radius:e,detail:t}}static fromJSON(e){return new i(e.radius,e.detail)}},Pi=class i extends Mt{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=e/a,d=t/l,f=[],p=[],_=[],m=[];for(let g=0;g<h;g++){let y=g*d-o;for(let E=0;E<c;E++){let b=E*u-r;p.push(b,-y,0),_.push(0,0,1),m.push(E/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let y=0;y<a;y++){let E=y+c*g,b=y+c*(g+1),P=y+1+c*(g+1),w=y+1+c*g;f.push(E,b,w),f.push(b,P,w)}this.setIndex(f),this.setAttribute("position",new ft(p,3)),this.setAttribute("normal",new ft(_,3)),this.setAttribute("uv",new ft(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var On=class i extends Mt{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new C,d=new C,f=[],p=[],_=[],m=[];for(let g=0;g<=n;g++){let y=[],E=g/n,b=o+E*a,P=e*Math.cos(b),w=Math.sqrt(e*e-P*P),x=0;g===0&&o===0?x=.5/t:g===n&&l===Math.PI&&(x=-.5/t);for(let M=0;M<=t;M++){let F=M/t,L=s+F*r;u.x=-w*Math.cos(L),u.y=P,u.z=w*Math.sin(L),p.push(u.x,u.y,u.z),d.copy(u).normalize(),_.push(d.x,d.y,d.z),m.push(F+x,1-E),y.push(c++)}h.push(y)}for(let g=0;g<n;g++)for(let y=0;y<t;y++){let E=h[g][y+1],b=h[g][y],P=h[g+1][y],w=h[g+1][y+1];(g!==0||o>0)&&f.push(E,b,w),(g!==n-1||l<Math.PI)&&f.push(b,P,w)}this.setIndex(f),this.setAttribute("position",new ft(p,3)),this.setAttribute("normal",new ft(_,3)),this.setAttribute("uv",new ft(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var Lo=class i extends Mt{constructor(e=1,t=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:e,tube:t,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],d=new C,f=new C,p=new C;for(let _=0;_<=n;_++){let m=o+_/n*a;for(let g=0;g<=s;g++){let y=g/s*r;f.x=(e+t*Math.cos(m))*Math.cos(y),f.y=(e+t*Math.cos(m))*Math.sin(y),f.z=t*Math.sin(m),c.push(f.x,f.y,f.z),d.x=e*Math.cos(y),d.y=e*Math.sin(y),p.subVectors(f,d).normalize(),h.push(p.x,p.y,p.z),u.push(g/s),u.push(_/n)}}for(let _=1;_<=n;_++)for(let m=1;m<=s;m++){let g=(s+1)*_+m-1,y=(s+1)*(_-1)+m-1,E=(s+1)*(_-1)+m,b=(s+1)*_+m;l.push(g,y,b),l.push(y,E,b)}this.setIndex(l),this.setAttribute("position",new ft(c,3)),this.setAttribute("normal",new ft(h,3)),this.setAttribute("uv",new ft(u,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.tube,e.radialSegments,e.tubularSegments,e.arc,e.thetaStart,e.thetaLength)}};var Do=class i extends Mt{constructor(e=new Ba(new C(-1,-1,0),new C(-1,1,0),new C(1,1,0)),t=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:e,tubularSegments:t,radius:n,radialSegments:s,closed:r};let o=e.computeFrenetFrames(t,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new C,l=new C,c=new Re,h=new C,u=[],d=[],f=[],p=[];_(),this.setIndex(p),this.setAttribute("position",new ft(u,3)),this.setAttribute("normal",new ft(d,3)),this.setAttribute("uv",new ft(f,2));function _(){for(let E=0;E<t;E++)m(E);m(r===!1?t:0),y(),g()}function m(E){h=e.getPointAt(E/t,h);let b=o.normals[E],P=o.binormals[E];for(let w=0;w<=s;w++){let x=w/s*Math.PI*2,M=Math.sin(x),F=-Math.cos(x);l.x=F*b.x+M*P.x,l.y=F*b.y+M*P.y,l.z=F*b.z+M*P.z,l.normalize(),d.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function g(){for(let E=1;E<=t;E++)for(let b=1;b<=s;b++){let P=(s+1)*(E-1)+(b-1),w=(s+1)*E+(b-1),x=(s+1)*E+b,M=(s+1)*(E-1)+b;p.push(P,w,M),p.push(w,x,M)}}function y(){for(let E=0;E<=t;E++)for(let b=0;b<=s;b++)c.x=E/t,c.y=b/s,f.push(c.x,c.y)}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}toJSON(){let e=super.toJSON();return e.path=this.parameters.path.toJSON(),e}static fromJSON(e){return new i(new Sv[e.path.type]().fromJSON(e.path),e.tubularSegments,e.radius,e.radialSegments,e.closed)}},Va=class extends Mt{constructor(e=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:e},e!==null){let t=[],n=new Set,s=new C,r=new C;if(e.index!==null){let o=e.attributes.position,a=e.index,l=e.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let p=d,_=d+f;p<_;p+=3)for(let m=0;m<3;m++){let g=a.getX(p+m),y=a.getX(p+(m+1)%3);s.fromBufferAttribute(o,g),r.fromBufferAttribute(o,y),Um(s,r,n)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}}else{let o=e.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),Um(s,r,n)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}this.setAttribute("position",new ft(t,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};function Um(i,e,t){let n=`${i.x},${i.y},${i.z}-${e.x},${e.y},${e.z}`,s=`${e.x},${e.y},${e.z}-${i.x},${i.y},${i.z}`;return t.has(n)===!0||t.has(s)===!0?!1:(t.add(n),t.add(s),!0)}var Ga=class extends hs{constructor(e){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new Qe(0),this.transparent=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.fog=e.fog,this}};function Nr(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(Fm(s))s.isRenderTargetTexture?(Ye("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(Fm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Xn(i){let e={};for(let t=0;t<i.length;t++){let n=Nr(i[t]);for(let s in n)e[s]=n[s]}return e}function Fm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function Mv(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function pf(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:xt.workingColorSpace}var al={clone:Nr,merge:Xn},wv=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Ev=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ri=class extends hs{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=wv,this.fragmentShader=Ev,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Nr(e.uniforms),this.uniformsGroups=Mv(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new Qe().setHex(s.value);break;case"v2":this.uniforms[n].value=new Re().fromArray(s.value);break;case"v3":this.uniforms[n].value=new C().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Lt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new nt().fromArray(s.value);break;case"m4":this.uniforms[n].value=new St().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},Dc=class extends Ri{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},xi=class extends hs{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Qe(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Qe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Dh,this.normalScale=new Re(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ls,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var Nc=class extends hs{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=gg,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Uc=class extends hs{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function yo(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function nc(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var nr=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Fc=class extends nr{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Cd,endingEnd:Cd}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Pd:r=e,a=2*t-n;break;case Rd:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Pd:o=e,l=2*n-t;break;case Rd:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(s-t),_=p*p,m=_*p,g=-d*m+2*d*_-d*p,y=(1+d)*m+(-1.5-2*d)*_+(-.5+d)*p+1,E=(-1-f)*m+(1.5+f)*_+.5*p,b=f*m-f*_;for(let P=0;P!==a;++P)r[P]=g*o[h+P]+y*o[c+P]+E*o[l+P]+b*o[u+P];return r}},Oc=class extends nr{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(s-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},kc=class extends nr{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},Bc=class extends nr{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-t)/(s-t),_=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*_+o[l+m]*p;return r}let d=a*2,f=e-1;for(let p=0;p!==a;++p){let _=o[c+p],m=o[l+p],g=f*d+p*2,y=u[g],E=u[g+1],b=e*d+p*2,P=h[b],w=h[b+1],x=Av(n,t,y,P,s);r[p]=Pg(x,_,E,w,m)}return r}};function Pg(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function Tv(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function Av(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=Pg(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=Tv(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var _i=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=yo(t,this.TimeBufferType),this.values=yo(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:yo(e.times,Array),values:yo(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),nc(e.settings)&&(n.settings={inTangents:yo(e.settings.inTangents,Array),outTangents:yo(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new kc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Oc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Fc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new Bc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case wa:t=this.InterpolantFactoryMethodDiscrete;break;case gc:t=this.InterpolantFactoryMethodLinear;break;case oc:t=this.InterpolantFactoryMethodSmooth;break;case Ad:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Ye("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return wa;case this.InterpolantFactoryMethodLinear:return gc;case this.InterpolantFactoryMethodSmooth:return oc;case this.InterpolantFactoryMethodBezier:return Ad}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;nc(this.settings)&&(Om(this.settings.inTangents,e),Om(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;nc(this.settings)&&(km(this.settings.inTangents,e),km(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Je("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(Je("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){Je("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){Je("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&U_(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){Je("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===oc,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let _=t[u+p];if(_!==t[d+p]||_!==t[f+p]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,nc(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Om(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function km(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}_i.prototype.ValueTypeName="";_i.prototype.TimeBufferType=Float32Array;_i.prototype.ValueBufferType=Float32Array;_i.prototype.DefaultInterpolation=gc;var ir=class extends _i{constructor(e,t,n){super(e,t,n)}};ir.prototype.ValueTypeName="bool";ir.prototype.ValueBufferType=Array;ir.prototype.DefaultInterpolation=wa;ir.prototype.InterpolantFactoryMethodLinear=void 0;ir.prototype.InterpolantFactoryMethodSmooth=void 0;var zc=class extends _i{constructor(e,t,n,s){super(e,t,n,s)}};zc.prototype.ValueTypeName="color";var Vc=class extends _i{constructor(e,t,n,s){super(e,t,n,s)}};Vc.prototype.ValueTypeName="number";var Gc=class extends nr{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let h=c+a;c!==h;c+=4)It.slerpFlat(r,0,o,c-a,o,c,l);return r}},Ha=class extends _i{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new Gc(this.times,this.values,this.getValueSize(),e)}};Ha.prototype.ValueTypeName="quaternion";Ha.prototype.InterpolantFactoryMethodSmooth=void 0;var sr=class extends _i{constructor(e,t,n){super(e,t,n)}};sr.prototype.ValueTypeName="string";sr.prototype.ValueBufferType=Array;sr.prototype.DefaultInterpolation=wa;sr.prototype.InterpolantFactoryMethodLinear=void 0;sr.prototype.InterpolantFactoryMethodSmooth=void 0;var Hc=class extends _i{constructor(e,t,n,s){super(e,t,n,s)}};Hc.prototype.ValueTypeName="vector";var Wc=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Rg=new Wc,Xc=class{constructor(e){this.manager=e!==void 0?e:Rg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Xc.DEFAULT_MATERIAL_NAME="__DEFAULT";var Wa=class extends Fn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new Qe(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},Xa=class extends Wa{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Fn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Qe(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Ed=new St,Bm=new C,zm=new C,qc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Re(512,512),this.mapType=ai,this.map=null,this.mapPass=null,this.matrix=new St,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Qs,this._frameExtents=new Re(1,1),this._viewportCount=1,this._viewports=[new Lt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Bm.setFromMatrixPosition(e.matrixWorld),t.position.copy(Bm),zm.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(zm),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){Ed.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(Ed,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===To||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(Ed)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},ic=new C,sc=new It,ls=new C,qa=class extends Fn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new St,this.projectionMatrix=new St,this.projectionMatrixInverse=new St,this.coordinateSystem=Ti,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(ic,sc,ls),ls.x===1&&ls.y===1&&ls.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(ic,sc,ls.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(ic,sc,ls),ls.x===1&&ls.y===1&&ls.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(ic,sc,ls.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ks=new C,Vm=new Re,Gm=new Re,ei=class extends qa{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Co*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(So*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Co*2*Math.atan(Math.tan(So*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Ks.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Ks.x,Ks.y).multiplyScalar(-e/Ks.z),Ks.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Ks.x,Ks.y).multiplyScalar(-e/Ks.z)}getViewSize(e,t){return this.getViewBounds(e,Vm,Gm),t.subVectors(Gm,Vm)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(So*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var Ya=class extends qa{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Id=class extends qc{constructor(){super(new Ya(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},$a=class extends Wa{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Fn.DEFAULT_UP),this.updateMatrix(),this.target=new Fn,this.shadow=new Id}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};var Za=class extends Mt{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var xo=-90,_o=1,No=class extends Fn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new ei(xo,_o,e,t);s.layers=this.layers,this.add(s);let r=new ei(xo,_o,e,t);r.layers=this.layers,this.add(r);let o=new ei(xo,_o,e,t);o.layers=this.layers,this.add(o);let a=new ei(xo,_o,e,t);a.layers=this.layers,this.add(a);let l=new ei(xo,_o,e,t);l.layers=this.layers,this.add(l);let c=new ei(xo,_o,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===Ti)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===To)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let _=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=_,e.setRenderTarget(n,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Yc=class extends ei{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var mf="\\[\\]\\.:\\/",Cv=new RegExp("["+mf+"]","g"),gf="[^"+mf+"]",Pv="[^"+mf.replace("\\.","")+"]",Rv=/((?:WC+[\/:])*)/.source.replace("WC",gf),Iv=/(WCOD+)?/.source.replace("WCOD",Pv),Lv=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",gf),Dv=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",gf),Nv=new RegExp("^"+Rv+Iv+Lv+Dv+"$"),Uv=["material","materials","bones","map"],Ld=class{constructor(e,t,n){let s=n||Yt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Yt=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Cv,"")}static parseTrackName(e){let t=Nv.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Uv.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){Ye("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){Je("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Je("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Je("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Je("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Je("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){Je("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){Je("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;Je("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){Je("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Je("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Yt.Composite=Ld;Yt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Yt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Yt.prototype.GetterByBindingType=[Yt.prototype._getValue_direct,Yt.prototype._getValue_array,Yt.prototype._getValue_arrayElement,Yt.prototype._getValue_toArray];Yt.prototype.SetterByBindingTypeAndVersioning=[[Yt.prototype._setValue_direct,Yt.prototype._setValue_direct_setNeedsUpdate,Yt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Yt.prototype._setValue_array,Yt.prototype._setValue_array_setNeedsUpdate,Yt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Yt.prototype._setValue_arrayElement,Yt.prototype._setValue_arrayElement_setNeedsUpdate,Yt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Yt.prototype._setValue_fromArray,Yt.prototype._setValue_fromArray_setNeedsUpdate,Yt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var qC=new Float32Array(1);var rr=class extends vc{constructor(e,t,n=1){super(e,t),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}clone(e){let t=super.clone(e);return t.meshPerAttribute=this.meshPerAttribute,t}toJSON(e){let t=super.toJSON(e);return t.isInstancedInterleavedBuffer=!0,t.meshPerAttribute=this.meshPerAttribute,t}};var Hm=new St,Cr=class{constructor(e,t,n=0,s=1/0){this.ray=new js(e,t),this.near=n,this.far=s,this.camera=null,this.layers=new Ro,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):Je("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return Hm.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Hm),this}intersectObject(e,t=!0,n=[]){return Dd(e,this,n,t),n.sort(Wm),n}intersectObjects(e,t=!0,n=[]){for(let s=0,r=e.length;s<r;s++)Dd(e[s],this,n,t);return n.sort(Wm),n}};function Wm(i,e){return i.distance-e.distance}function Dd(i,e,t,n){let s=!0;if(i.layers.test(e.layers)&&i.raycast(e,t)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Dd(r[o],e,t,!0)}}var Uo=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=tt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(tt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Nd=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};var Xm=new C,rc=new C,vo=new C,bo=new C,Td=new C,Fv=new C,Ov=new C,Ka=class{constructor(e=new C,t=new C){this.start=e,this.end=t}set(e,t){return this.start.copy(e),this.end.copy(t),this}copy(e){return this.start.copy(e.start),this.end.copy(e.end),this}getCenter(e){return e.addVectors(this.start,this.end).multiplyScalar(.5)}delta(e){return e.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(e,t){return this.delta(t).multiplyScalar(e).add(this.start)}closestPointToPointParameter(e,t){Xm.subVectors(e,this.start),rc.subVectors(this.end,this.start);let n=rc.dot(rc);if(n===0)return 0;let r=rc.dot(Xm)/n;return t&&(r=tt(r,0,1)),r}closestPointToPoint(e,t,n){let s=this.closestPointToPointParameter(e,t);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(e,t=Fv,n=Ov){let s=10000000000000001e-32,r,o,a=this.start,l=e.start,c=this.end,h=e.end;vo.subVectors(c,a),bo.subVectors(h,l),Td.subVectors(a,l);let u=vo.dot(vo),d=bo.dot(bo),f=bo.dot(Td);if(u<=s&&d<=s)return t.copy(a),n.copy(l),t.distanceToSquared(n);if(u<=s)r=0,o=f/d,o=tt(o,0,1);else{let p=vo.dot(Td);if(d<=s)o=0,r=tt(-p/u,0,1);else{let _=vo.dot(bo),m=u*d-_*_;m!==0?r=tt((_*f-p*d)/m,0,1):r=0,o=(_*r+f)/d,o<0?(o=0,r=tt(-p/u,0,1)):o>1&&(o=1,r=tt((_-p)/u,0,1))}}return t.copy(a).addScaledVector(vo,r),n.copy(l).addScaledVector(bo,o),t.distanceToSquared(n)}applyMatrix4(e){return this.start.applyMatrix4(e),this.end.applyMatrix4(e),this}equals(e){return e.start.equals(this.start)&&e.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var ja=class extends Ai{constructor(e=1){let t=[0,0,0,e,0,0,0,0,0,0,e,0,0,0,0,0,0,e],n=[1,0,0,1,.6,0,0,1,0,.6,1,0,0,0,1,0,.6,1],s=new Mt;s.setAttribute("position",new ft(t,3)),s.setAttribute("color",new ft(n,3));let r=new oi({vertexColors:!0,toneMapped:!1});super(s,r),this.type="AxesHelper"}setColors(e,t,n){let s=new Qe,r=this.geometry.attributes.color.array;return s.set(e),s.toArray(r,0),s.toArray(r,3),s.set(t),s.toArray(r,6),s.toArray(r,9),s.set(n),s.toArray(r,12),s.toArray(r,15),this.geometry.attributes.color.needsUpdate=!0,this}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var Ja=class extends zi{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function yf(i,e,t,n){let s=kv(n);switch(t){case ef:return i*e;case nf:return i*e/s.components*s.byteLength;case eh:return i*e/s.components*s.byteLength;case cr:return i*e*2/s.components*s.byteLength;case th:return i*e*2/s.components*s.byteLength;case tf:return i*e*3/s.components*s.byteLength;case Yi:return i*e*4/s.components*s.byteLength;case nh:return i*e*4/s.components*s.byteLength;case el:case tl:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case nl:case il:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case sh:case oh:return Math.max(i,16)*Math.max(e,8)/4;case ih:case rh:return Math.max(i,8)*Math.max(e,8)/2;case ah:case lh:case hh:case uh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case ch:case sl:case dh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case fh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case ph:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case mh:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case gh:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case yh:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case xh:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case _h:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case vh:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case bh:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case Sh:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case Mh:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case wh:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case Eh:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case Th:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case Ah:case Ch:case Ph:return Math.ceil(i/4)*Math.ceil(e/4)*16;case Rh:case Ih:return Math.ceil(i/4)*Math.ceil(e/4)*8;case rl:case Lh:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function kv(i){switch(i){case ai:case Kd:return{byteLength:1,components:1};case Bo:case jd:case qi:return{byteLength:2,components:1};case Jc:case Qc:return{byteLength:2,components:4};case Wi:case jc:case Xi:return{byteLength:4,components:1};case Jd:case Qd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Ye("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Jg(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function zv(i){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],_=u[f];_.start<=p.start+p.count+1?p.count=Math.max(p.count,_.start+_.count-p.start):(++d,u[d]=_)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let _=u[f];i.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Vv=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Gv=`#ifdef USE_ALPHAHASH
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
#endif`,Hv=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Wv=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Xv=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,qv=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Yv=`#ifdef USE_AOMAP
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
#endif`,$v=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Zv=`#ifdef USE_BATCHING
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
#endif`,Kv=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,jv=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Jv=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,Qv=`float G_BlinnPhong_Implicit( ) {
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
} // validated`,eb=`#ifdef USE_IRIDESCENCE
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
#endif`,tb=`#ifdef USE_BUMPMAP
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
#endif`,nb=`#if NUM_CLIPPING_PLANES > 0
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
#endif`,ib=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,sb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,rb=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,ob=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,ab=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,lb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,cb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
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
#endif`,hb=`#define PI 3.141592653589793
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
} // validated`,ub=`vec3 transformedNormal = objectNormal;
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
#endif`,db=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,fb=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,pb=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,mb=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,gb="gl_FragColor = linearToOutputTexel( gl_FragColor );",yb=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,xb=`#ifdef USE_ENVMAP
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
#endif`,_b=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,vb=`#ifdef USE_ENVMAP
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
#endif`,bb=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Sb=`#ifdef USE_ENVMAP
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
#endif`,Mb=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,wb=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Eb=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Tb=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Ab=`#ifdef USE_GRADIENTMAP
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
}`,Cb=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Pb=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Rb=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Ib=`uniform bool receiveShadow;
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
#include <lightprobes_pars_fragment>`,Lb=`#ifdef USE_ENVMAP
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
#endif`,Db=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Nb=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Ub=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Fb=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Ob=`PhysicalMaterial material;
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
#endif`,kb=`uniform sampler2D dfgLUT;
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
}`,Bb=`
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
#endif`,zb=`#if defined( RE_IndirectDiffuse )
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
#endif`,Vb=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Gb=`#if NUM_LIGHT_PROBE_GRIDS > 0
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
#endif`,Hb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Wb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Xb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,qb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Yb=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,$b=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Zb=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
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
#endif`,Kb=`#if defined( USE_POINTS_UV )
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
#endif`,jb=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Jb=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Qb=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,eS=`#if defined( USE_MORPHCOLORS )
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
#endif`,tS=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,nS=`#ifdef USE_MORPHTARGETS
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
#endif`,iS=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,sS=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;`,rS=`#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif`,oS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,aS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,lS=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,cS=`#ifdef USE_NORMALMAP
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
#endif`,hS=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,uS=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,dS=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,fS=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,pS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,mS=`vec3 packNormalToRGB( const in vec3 normal ) {
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
}`,gS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,yS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,xS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,_S=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,vS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,bS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,SS=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,MS=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,wS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif`,ES=`float getShadowMask() {
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
}`,TS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,AS=`#ifdef USE_SKINNING
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
#endif`,CS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,PS=`#ifdef USE_SKINNING
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
#endif`,RS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,IS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,LS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,DS=`#ifndef saturate
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
vec3 CustomToneMapping( vec3 color ) { return color; }`,NS=`#ifdef USE_TRANSMISSION
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
#endif`,US=`#ifdef USE_TRANSMISSION
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
#endif`,FS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,OS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,kS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,BS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,zS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,VS=`uniform sampler2D t2D;
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
}`,GS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,HS=`uniform float backgroundBlurriness;
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
}`,WS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,XS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,qS=`#include <common>
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
}`,YS=`#if DEPTH_PACKING == 3200
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
}`,$S=`#define DISTANCE
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
}`,ZS=`#define DISTANCE
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
}`,KS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,jS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,JS=`uniform float scale;
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
}`,QS=`uniform vec3 diffuse;
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
}`,eM=`#include <common>
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
}`,tM=`uniform vec3 diffuse;
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
}`,nM=`#define LAMBERT
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
}`,iM=`#define LAMBERT
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
}`,sM=`#define MATCAP
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
}`,rM=`#define MATCAP
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
}`,oM=`#define NORMAL
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
}`,aM=`#define NORMAL
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
}`,lM=`#define PHONG
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
}`,cM=`#define PHONG
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
}`,hM=`#define STANDARD
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
}`,uM=`#define STANDARD
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
}`,dM=`#define TOON
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
}`,fM=`#define TOON
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
}`,pM=`uniform float size;
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
}`,mM=`uniform vec3 diffuse;
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
}`,gM=`#include <common>
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
}`,yM=`uniform vec3 color;
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
}`,xM=`uniform float rotation;
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
}`,_M=`uniform vec3 diffuse;
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
}`,ut={alphahash_fragment:Vv,alphahash_pars_fragment:Gv,alphamap_fragment:Hv,alphamap_pars_fragment:Wv,alphatest_fragment:Xv,alphatest_pars_fragment:qv,aomap_fragment:Yv,aomap_pars_fragment:$v,batching_pars_vertex:Zv,batching_vertex:Kv,begin_vertex:jv,beginnormal_vertex:Jv,bsdfs:Qv,iridescence_fragment:eb,bumpmap_pars_fragment:tb,clipping_planes_fragment:nb,clipping_planes_pars_fragment:ib,clipping_planes_pars_vertex:sb,clipping_planes_vertex:rb,color_fragment:ob,color_pars_fragment:ab,color_pars_vertex:lb,color_vertex:cb,common:hb,defaultnormal_vertex:ub,displacementmap_pars_vertex:db,displacementmap_vertex:fb,emissivemap_fragment:pb,emissivemap_pars_fragment:mb,colorspace_fragment:gb,colorspace_pars_fragment:yb,envmap_fragment:xb,envmap_common_pars_fragment:_b,envmap_pars_fragment:vb,envmap_pars_vertex:bb,envmap_physical_pars_fragment:Lb,envmap_vertex:Sb,fog_vertex:Mb,fog_pars_vertex:wb,fog_fragment:Eb,fog_pars_fragment:Tb,gradientmap_pars_fragment:Ab,lightmap_pars_fragment:Cb,lights_lambert_fragment:Pb,lights_lambert_pars_fragment:Rb,lights_pars_begin:Ib,lights_toon_fragment:Db,lights_toon_pars_fragment:Nb,lights_phong_fragment:Ub,lights_phong_pars_fragment:Fb,lights_physical_fragment:Ob,lights_physical_pars_fragment:kb,lights_fragment_begin:Bb,lights_fragment_maps:zb,lights_fragment_end:Vb,lightprobes_pars_fragment:Gb,logdepthbuf_fragment:Hb,logdepthbuf_pars_fragment:Wb,logdepthbuf_pars_vertex:Xb,logdepthbuf_vertex:qb,map_fragment:Yb,map_pars_fragment:$b,map_particle_fragment:Zb,map_particle_pars_fragment:Kb,metalnessmap_fragment:jb,metalnessmap_pars_fragment:Jb,morphinstance_vertex:Qb,morphcolor_vertex:eS,morphnormal_vertex:tS,morphtarget_pars_vertex:nS,morphtarget_vertex:iS,normal_fragment_begin:sS,normal_fragment_maps:rS,normal_pars_fragment:oS,normal_pars_vertex:aS,normal_vertex:lS,normalmap_pars_fragment:cS,clearcoat_normal_fragment_begin:hS,clearcoat_normal_fragment_maps:uS,clearcoat_pars_fragment:dS,iridescence_pars_fragment:fS,opaque_fragment:pS,packing:mS,premultiplied_alpha_fragment:gS,project_vertex:yS,dithering_fragment:xS,dithering_pars_fragment:_S,roughnessmap_fragment:vS,roughnessmap_pars_fragment:bS,shadowmap_pars_fragment:SS,shadowmap_pars_vertex:MS,shadowmap_vertex:wS,shadowmask_pars_fragment:ES,skinbase_vertex:TS,skinning_pars_vertex:AS,skinning_vertex:CS,skinnormal_vertex:PS,specularmap_fragment:RS,specularmap_pars_fragment:IS,tonemapping_fragment:LS,tonemapping_pars_fragment:DS,transmission_fragment:NS,transmission_pars_fragment:US,uv_pars_fragment:FS,uv_pars_vertex:OS,uv_vertex:kS,worldpos_vertex:BS,background_vert:zS,background_frag:VS,backgroundCube_vert:GS,backgroundCube_frag:HS,cube_vert:WS,cube_frag:XS,depth_vert:qS,depth_frag:YS,distance_vert:$S,distance_frag:ZS,equirect_vert:KS,equirect_frag:jS,linedashed_vert:JS,linedashed_frag:QS,meshbasic_vert:eM,meshbasic_frag:tM,meshlambert_vert:nM,meshlambert_frag:iM,meshmatcap_vert:sM,meshmatcap_frag:rM,meshnormal_vert:oM,meshnormal_frag:aM,meshphong_vert:lM,meshphong_frag:cM,meshphysical_vert:hM,meshphysical_frag:uM,meshtoon_vert:dM,meshtoon_frag:fM,points_vert:pM,points_frag:mM,shadow_vert:gM,shadow_frag:yM,sprite_vert:xM,sprite_frag:_M},Ie={common:{diffuse:{value:new Qe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new nt},alphaMap:{value:null},alphaMapTransform:{value:new nt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new nt}},envmap:{envMap:{value:null},envMapRotation:{value:new nt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new nt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new nt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new nt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new nt},normalScale:{value:new Re(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new nt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new nt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new nt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new nt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Qe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Qe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new nt},alphaTest:{value:0},uvTransform:{value:new nt}},sprite:{diffuse:{value:new Qe(16777215)},opacity:{value:1},center:{value:new Re(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new nt},alphaMap:{value:null},alphaMapTransform:{value:new nt},alphaTest:{value:0}}},ii={basic:{uniforms:Xn([Ie.common,Ie.specularmap,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.fog]),vertexShader:ut.meshbasic_vert,fragmentShader:ut.meshbasic_frag},lambert:{uniforms:Xn([Ie.common,Ie.specularmap,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.fog,Ie.lights,{emissive:{value:new Qe(0)},envMapIntensity:{value:1}}]),vertexShader:ut.meshlambert_vert,fragmentShader:ut.meshlambert_frag},phong:{uniforms:Xn([Ie.common,Ie.specularmap,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.fog,Ie.lights,{emissive:{value:new Qe(0)},specular:{value:new Qe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ut.meshphong_vert,fragmentShader:ut.meshphong_frag},standard:{uniforms:Xn([Ie.common,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.roughnessmap,Ie.metalnessmap,Ie.fog,Ie.lights,{emissive:{value:new Qe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ut.meshphysical_vert,fragmentShader:ut.meshphysical_frag},toon:{uniforms:Xn([Ie.common,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.gradientmap,Ie.fog,Ie.lights,{emissive:{value:new Qe(0)}}]),vertexShader:ut.meshtoon_vert,fragmentShader:ut.meshtoon_frag},matcap:{uniforms:Xn([Ie.common,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.fog,{matcap:{value:null}}]),vertexShader:ut.meshmatcap_vert,fragmentShader:ut.meshmatcap_frag},points:{uniforms:Xn([Ie.points,Ie.fog]),vertexShader:ut.points_vert,fragmentShader:ut.points_frag},dashed:{uniforms:Xn([Ie.common,Ie.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ut.linedashed_vert,fragmentShader:ut.linedashed_frag},depth:{uniforms:Xn([Ie.common,Ie.displacementmap]),vertexShader:ut.depth_vert,fragmentShader:ut.depth_frag},normal:{uniforms:Xn([Ie.common,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,{opacity:{value:1}}]),vertexShader:ut.meshnormal_vert,fragmentShader:ut.meshnormal_frag},sprite:{uniforms:Xn([Ie.sprite,Ie.fog]),vertexShader:ut.sprite_vert,fragmentShader:ut.sprite_frag},background:{uniforms:{uvTransform:{value:new nt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ut.background_vert,fragmentShader:ut.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new nt}},vertexShader:ut.backgroundCube_vert,fragmentShader:ut.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ut.cube_vert,fragmentShader:ut.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ut.equirect_vert,fragmentShader:ut.equirect_frag},distance:{uniforms:Xn([Ie.common,Ie.displacementmap,{referencePosition:{value:new C},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ut.distance_vert,fragmentShader:ut.distance_frag},shadow:{uniforms:Xn([Ie.lights,Ie.fog,{color:{value:new Qe(0)},opacity:{value:1}}]),vertexShader:ut.shadow_vert,fragmentShader:ut.shadow_frag}};ii.physical={uniforms:Xn([ii.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new nt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new nt},clearcoatNormalScale:{value:new Re(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new nt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new nt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new nt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new nt},sheen:{value:0},sheenColor:{value:new Qe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new nt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new nt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new nt},transmissionSamplerSize:{value:new Re},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new nt},attenuationDistance:{value:0},attenuationColor:{value:new Qe(0)},specularColor:{value:new Qe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new nt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new nt},anisotropyVector:{value:new Re},anisotropyMap:{value:null},anisotropyMapTransform:{value:new nt}}]),vertexShader:ut.meshphysical_vert,fragmentShader:ut.meshphysical_frag};var Uh={r:0,b:0,g:0},vM=new St,Qg=new nt;Qg.set(-1,0,0,0,1,0,0,0,1);function bM(i,e,t,n,s,r){let o=new Qe(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(y){let E=y.isScene===!0?y.background:null;if(E&&E.isTexture){let b=y.backgroundBlurriness>0;E=e.get(E,b)}return E}function p(y){let E=!1,b=f(y);b===null?m(o,a):b&&b.isColor&&(m(b,1),E=!0);let P=i.xr.getEnvironmentBlendMode();P==="additive"?t.buffers.color.setClear(0,0,0,1,r):P==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||E)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function _(y,E){let b=f(E);b&&b.isCubeTexture?(c===void 0&&(c=new Tt(new Hi(1,1,1),new Ri({name:"BackgroundCubeMaterial",uniforms:Nr(ii.backgroundCube.uniforms),vertexShader:ii.backgroundCube.vertexShader,fragmentShader:ii.backgroundCube.fragmentShader,side:ni,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(P,w,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=b,c.material.uniforms.backgroundBlurriness.value=E.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(vM.makeRotationFromEuler(E.backgroundRotation)).transpose(),b.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Qg),c.material.toneMapped=xt.getTransfer(b.colorSpace)!==Rt,(h!==b||u!==b.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=b,u=b.version,d=i.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null)):b&&b.isTexture&&(l===void 0&&(l=new Tt(new Pi(2,2),new Ri({name:"BackgroundMaterial",uniforms:Nr(ii.background.uniforms),vertexShader:ii.background.vertexShader,fragmentShader:ii.background.fragmentShader,side:lr,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=b,l.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,l.material.toneMapped=xt.getTransfer(b.colorSpace)!==Rt,b.matrixAutoUpdate===!0&&b.updateMatrix(),l.material.uniforms.uvTransform.value.copy(b.matrix),(h!==b||u!==b.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=b,u=b.version,d=i.toneMapping),l.layers.enableAll(),y.unshift(l,l.geometry,l.material,0,0,null))}function m(y,E){y.getRGB(Uh,pf(i)),t.buffers.color.setClear(Uh.r,Uh.g,Uh.b,E,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(y,E=1){o.set(y),a=E,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(y){a=y,m(o,a)},render:p,addToRenderList:_,dispose:g}}function SM(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(D,z,W,U,X){let $=!1,H=u(D,U,W,z);r!==H&&(r=H,c(r.object)),$=f(D,U,W,X),$&&p(D,U,W,X),X!==null&&e.update(X,i.ELEMENT_ARRAY_BUFFER),($||o)&&(o=!1,b(D,z,W,U),X!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(X).buffer))}function l(){return i.createVertexArray()}function c(D){return i.bindVertexArray(D)}function h(D){return i.deleteVertexArray(D)}function u(D,z,W,U){let X=U.wireframe===!0,$=n[z.id];$===void 0&&($={},n[z.id]=$);let H=D.isInstancedMesh===!0?D.id:0,ce=$[H];ce===void 0&&(ce={},$[H]=ce);let j=ce[W.id];j===void 0&&(j={},ce[W.id]=j);let Q=j[X];return Q===void 0&&(Q=d(l()),j[X]=Q),Q}function d(D){let z=[],W=[],U=[];for(let X=0;X<t;X++)z[X]=0,W[X]=0,U[X]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:W,attributeDivisors:U,object:D,attributes:{},index:null}}function f(D,z,W,U){let X=r.attributes,$=z.attributes,H=0,ce=W.getAttributes();for(let j in ce)if(ce[j].location>=0){let se=X[j],de=$[j];if(de===void 0&&(j==="instanceMatrix"&&D.instanceMatrix&&(de=D.instanceMatrix),j==="instanceColor"&&D.instanceColor&&(de=D.instanceColor)),se===void 0||se.attribute!==de||de&&se.data!==de.data)return!0;H++}return r.attributesNum!==H||r.index!==U}function p(D,z,W,U){let X={},$=z.attributes,H=0,ce=W.getAttributes();for(let j in ce)if(ce[j].location>=0){let se=$[j];se===void 0&&(j==="instanceMatrix"&&D.instanceMatrix&&(se=D.instanceMatrix),j==="instanceColor"&&D.instanceColor&&(se=D.instanceColor));let de={};de.attribute=se,se&&se.data&&(de.data=se.data),X[j]=de,H++}r.attributes=X,r.attributesNum=H,r.index=U}function _(){let D=r.newAttributes;for(let z=0,W=D.length;z<W;z++)D[z]=0}function m(D){g(D,0)}function g(D,z){let W=r.newAttributes,U=r.enabledAttributes,X=r.attributeDivisors;W[D]=1,U[D]===0&&(i.enableVertexAttribArray(D),U[D]=1),X[D]!==z&&(i.vertexAttribDivisor(D,z),X[D]=z)}function y(){let D=r.newAttributes,z=r.enabledAttributes;for(let W=0,U=z.length;W<U;W++)z[W]!==D[W]&&(i.disableVertexAttribArray(W),z[W]=0)}function E(D,z,W,U,X,$,H){H===!0?i.vertexAttribIPointer(D,z,W,X,$):i.vertexAttribPointer(D,z,W,U,X,$)}function b(D,z,W,U){_();let X=U.attributes,$=W.getAttributes(),H=z.defaultAttributeValues;for(let ce in $){let j=$[ce];if(j.location>=0){let Q=X[ce];if(Q===void 0&&(ce==="instanceMatrix"&&D.instanceMatrix&&(Q=D.instanceMatrix),ce==="instanceColor"&&D.instanceColor&&(Q=D.instanceColor)),Q!==void 0){let se=Q.normalized,de=Q.itemSize,ue=e.get(Q);if(ue===void 0)continue;let ee=ue.buffer,me=ue.type,xe=ue.bytesPerElement,Ae=me===i.INT||me===i.UNSIGNED_INT||Q.gpuType===jc;if(Q.isInterleavedBufferAttribute){let Se=Q.data,We=Se.isInterleavedBuffer===!0?Se.stride:Se.itemSize,rt=Q.offset;if(Se.isInstancedInterleavedBuffer||Se.isInstancedBufferAttribute){for(let Ge=0;Ge<j.locationSize;Ge++)g(j.location+Ge,Se.meshPerAttribute);D.isInstancedMesh!==!0&&U._maxInstanceCount===void 0&&(U._maxInstanceCount=Se.meshPerAttribute*Se.count)}else for(let Ge=0;Ge<j.locationSize;Ge++)m(j.location+Ge);i.bindBuffer(i.ARRAY_BUFFER,ee);for(let Ge=0;Ge<j.locationSize;Ge++)E(j.location+Ge,de/j.locationSize,me,se,We*xe,(rt+de/j.locationSize*Ge)*xe,Ae)}else{if(Q.isInstancedBufferAttribute){for(let Se=0;Se<j.locationSize;Se++)g(j.location+Se,Q.meshPerAttribute);D.isInstancedMesh!==!0&&U._maxInstanceCount===void 0&&(U._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let Se=0;Se<j.locationSize;Se++)m(j.location+Se);i.bindBuffer(i.ARRAY_BUFFER,ee);for(let Se=0;Se<j.locationSize;Se++)E(j.location+Se,de/j.locationSize,me,se,de*xe,de/j.locationSize*Se*xe,Ae)}}else if(H!==void 0){let se=H[ce];if(se!==void 0)switch(se.length){case 2:i.vertexAttrib2fv(j.location,se);break;case 3:i.vertexAttrib3fv(j.location,se);break;case 4:i.vertexAttrib4fv(j.location,se);break;default:i.vertexAttrib1fv(j.location,se)}}}}y()}function P(){F();for(let D in n){let z=n[D];for(let W in z){let U=z[W];for(let X in U){let $=U[X];for(let H in $)h($[H].object),delete $[H];delete U[X]}}delete n[D]}}function w(D){if(n[D.id]===void 0)return;let z=n[D.id];for(let W in z){let U=z[W];for(let X in U){let $=U[X];for(let H in $)h($[H].object),delete $[H];delete U[X]}}delete n[D.id]}function x(D){for(let z in n){let W=n[z];for(let U in W){let X=W[U];if(X[D.id]===void 0)continue;let $=X[D.id];for(let H in $)h($[H].object),delete $[H];delete X[D.id]}}}function M(D){for(let z in n){let W=n[z],U=D.isInstancedMesh===!0?D.id:0,X=W[U];if(X!==void 0){for(let $ in X){let H=X[$];for(let ce in H)h(H[ce].object),delete H[ce];delete X[$]}delete W[U],Object.keys(W).length===0&&delete n[z]}}}function F(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:F,resetDefaultState:L,dispose:P,releaseStatesOfGeometry:w,releaseStatesOfObject:M,releaseStatesOfProgram:x,initAttributes:_,enableAttribute:m,disableUnusedAttributes:y}}function MM(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function wM(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let x=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Yi&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let M=x===qi&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(x!==ai&&x!==Xi&&!M&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(Ye("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&Ye("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&Ye("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),y=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),E=i.getParameter(i.MAX_VARYING_VECTORS),b=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),P=i.getParameter(i.MAX_SAMPLES),w=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:_,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:y,maxVaryings:E,maxFragmentUniforms:b,maxSamples:P,samples:w}}function EM(i){let e=this,t=null,n=0,s=!1,r=!1,o=new Qn,a=new nt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,_=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let y=r?0:n,E=y*4,b=g.clippingState||null;l.value=b,b=h(p,d,E,f);for(let P=0;P!==E;++P)b[P]=t[P];g.clippingState=b,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(u,d,f,p){let _=u!==null?u.length:0,m=null;if(_!==0){if(m=l.value,p!==!0||m===null){let g=f+_*4,y=d.matrixWorldInverse;a.getNormalMatrix(y),(m===null||m.length<g)&&(m=new Float32Array(g));for(let E=0,b=f;E!==_;++E,b+=4)o.copy(u[E]).applyMatrix4(y,a),o.normal.toArray(m,b),m[b+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=_,e.numIntersection=0,m}}var hl=class extends yi{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new Na(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},s=new Hi(5,5,5),r=new Ri({name:"CubemapFromEquirect",uniforms:Nr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:ni,blending:Rr});r.uniforms.tEquirect.value=t;let o=new Tt(s,r),a=t.minFilter;return t.minFilter===Ns&&(t.minFilter=ti),new No(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},Ig=256,TM=3,AM=20,e0=256,t0=16,CM=3,PM=new C,RM=new Qe,Oh=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new No(1,10,null),this._boxMesh=new Tt(new Hi(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=PM}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,_=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(e.background=l.getClearColor(RM));let m=new No(n,s,h);return m.position.copy(a),m.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,e.background=_,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Ng(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Dg(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(Ig,hf(e))}_fromTexture(e,t){e.mapping===Lr||e.mapping===ko?this._setSize(e.image.length===0?Ig:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=Lg(e,!1,!1),n=Math.log2(e)-TM;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Lg(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===Lr||e.mapping===ko?(this._cubemapMaterial===null&&(this._cubemapMaterial=Ng()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Dg()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=IM(),this._integrationMaterial=LM());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/t0);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-CM)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(e0*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=DM());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function Lg(i,e,t){return new hl(i,{minFilter:Ns,generateMipmaps:e,type:qi,colorSpace:Ea,depthBuffer:t})}function ul(i,e,t){return new Ri({name:i,uniforms:e,vertexShader:ut.cube_vert,fragmentShader:t,side:ni,blending:Rr,depthTest:!1,depthWrite:!1})}function IM(){return ul("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${e0}u

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
	`)}function LM(){return ul("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:t0}},`

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
	`)}function DM(){return ul("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${AM}
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
	`)}function Dg(){return ul("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

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
	`)}function Ng(){return ul("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function NM(i){let e=new WeakMap,t=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===$c||f===Zc)if(e.has(d)){let p=e.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let _=new hl(p.height);return _.fromEquirectangularTexture(i,d),e.set(d,_),d.addEventListener("dispose",c),a(_.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===$c||f===Zc,_=f===Lr||f===ko;if(p||_){let m=t.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new Oh(i)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),m.texture;if(m!==void 0)return m.texture;{let y=d.image;return p&&y&&y.height>0||_&&y&&l(y)?(n===null&&(n=new Oh(i)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===$c?d.mapping=Lr:f===Zc&&(d.mapping=ko),d}function l(d){let f=0,p=6;for(let _=0;_<p;_++)d[_]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function u(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function UM(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&va("WebGLRenderer: "+n+" extension not supported."),s}}}function FM(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&e.remove(p.index);for(let m in p.attributes)e.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let _=r.get(p);_&&(e.remove(_),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,t.memory.geometries--}function c(p,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),t.memory.geometries++),_}function h(p){let _=p.attributes;for(let m in _)e.update(_[m],i.ARRAY_BUFFER)}function u(p){let _=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let y=_!==null?_.array.length:m.array.length/3-1,E=m.count>=65535?Da:La,b=new E(Math.ceil(y/3)*6,1),P=b.array;if(_!==null){let x=_.array;g=_.version;for(let M=0,F=0;M<y;M+=3){let L=x[M+0],D=x[M+1],z=x[M+2];P[F++]=L,P[F++]=D,P[F++]=D,P[F++]=z,P[F++]=z,P[F++]=L}}else{g=m.version;for(let x=0,M=0;x<y;x+=3){let F=x+0,L=x+1,D=x+2;P[M++]=F,P[M++]=L,P[M++]=L,P[M++]=D,P[M++]=D,P[M++]=F}}b.version=g;let w=r.get(p);w&&e.remove(w),r.set(p,b)}function d(p){let _=r.get(p);if(_){let m=p.index;m!==null&&_.version<m.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in s){let _=s[p].deref();_!==void 0&&l(_)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function OM(i,e,t){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),t.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),t.update(d,n,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let _=0;for(let m=0;m<f;m++)_+=d[m];t.update(_,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function kM(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:Je("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function BM(i,e,t){let n=new WeakMap,s=new Lt;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let F=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",F)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],y=a.morphAttributes.color||[],E=0;f===!0&&(E=1),p===!0&&(E=2),_===!0&&(E=3);let b=a.attributes.position.count*E,P=1;b>e.maxTextureSize&&(P=Math.ceil(b/e.maxTextureSize),b=e.maxTextureSize);let w=new Float32Array(b*P*4*u),x=new Pa(w,b,P,u);x.type=Xi,x.needsUpdate=!0;let M=E*4;for(let L=0;L<u;L++){let D=m[L],z=g[L],W=y[L],U=b*P*4*L;for(let X=0;X<D.count;X++){let $=X*M;f===!0&&(s.fromBufferAttribute(D,X),w[U+$+0]=s.x,w[U+$+1]=s.y,w[U+$+2]=s.z,w[U+$+3]=0),p===!0&&(s.fromBufferAttribute(z,X),w[U+$+4]=s.x,w[U+$+5]=s.y,w[U+$+6]=s.z,w[U+$+7]=0),_===!0&&(s.fromBufferAttribute(W,X),w[U+$+8]=s.x,w[U+$+9]=s.y,w[U+$+10]=s.z,w[U+$+11]=W.itemSize===4?s.w:1)}}d={count:u,texture:x,size:new Re(b,P)},n.set(a,d),a.addEventListener("dispose",F)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let f=0;for(let _=0;_<c.length;_++)f+=c[_];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function zM(i,e,t,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var VM={[Gd]:"LINEAR_TONE_MAPPING",[Hd]:"REINHARD_TONE_MAPPING",[Wd]:"CINEON_TONE_MAPPING",[Xd]:"ACES_FILMIC_TONE_MAPPING",[Yd]:"AGX_TONE_MAPPING",[$d]:"NEUTRAL_TONE_MAPPING",[qd]:"CUSTOM_TONE_MAPPING"};function GM(i,e,t,n,s,r){let o=new yi(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Mt;h.setAttribute("position",new ft([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new ft([0,2,0,0,2,0],2));let u=new Dc({uniforms:{tDiffuse:{value:null}},vertexShader:`
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
			}`,depthTest:!1,depthWrite:!1}),d=new Tt(h,u),f=new Ya(-1,1,1,-1,0,1),p=null,_=null,m=!1,g,y=null,E=[],b=!1;this.setSize=function(P,w){o.setSize(P,w),a!==null&&a.setSize(P,w),l!==null&&l.setSize(P,w);for(let x=0;x<E.length;x++){let M=E[x];M.setSize&&M.setSize(P,w)}},this.setEffects=function(P){E=P,b=E.length>0&&E[0].isRenderPass===!0;let w=o.width,x=o.height;E.length>0&&a===null&&(a=new yi(w,x,{type:qi,depthBuffer:!1,stencilBuffer:!1}),l=new yi(w,x,{type:qi,depthBuffer:!1,stencilBuffer:!1}));let M=s===!0&&E.some(F=>F.needsDepthTexture===!0);M!==(o.depthTexture!==null)&&(M===!0&&c===null&&(c=new Ds(w,x),r===!0&&(c.format=Us,c.type=Dr)),o.dispose(),o.depthTexture=M?c:null,o.resolveDepthBuffer=M,o.storeMultisampledDepthBuffer=M);for(let F=0;F<E.length;F++){let L=E[F];L.setSize&&L.setSize(w,x),M&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(P,w){if(m||P.toneMapping===us&&E.length===0)return!1;if(y=w,w!==null){let x=w.width,M=w.height;(o.width!==x||o.height!==M)&&this.setSize(x,M)}return b===!1&&P.setRenderTarget(o),g=P.toneMapping,P.toneMapping=us,!0},this.hasRenderPass=function(){return b},this.end=function(P,w){P.toneMapping=g,m=!0;let x=o,M=a;for(let F=0;F<E.length;F++){let L=E[F];L.enabled!==!1&&(L.render(P,M,x,w),L.needsSwap!==!1&&(x=M,M=M===a?l:a))}if(p!==P.outputColorSpace||_!==P.toneMapping){p=P.outputColorSpace,_=P.toneMapping,u.defines={},xt.getTransfer(p)===Rt&&(u.defines.SRGB_TRANSFER="");let F=VM[_];F&&(u.defines[F]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=x.texture,P.setRenderTarget(y),P.render(d,f),y=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var n0=new ri,i0=new Ds(1,1),s0=new Ua(1),r0=new Pa,o0=new _c,a0=new Na,Ug=[],Fg=[],Og=new Float32Array(16),kg=new Float32Array(9),Bg=new Float32Array(4);function Vo(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=Ug[s];if(r===void 0&&(r=new Float32Array(s),Ug[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function vn(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function bn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function Bh(i,e){let t=Fg[e];t===void 0&&(t=new Int32Array(e),Fg[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function HM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function WM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(vn(t,e))return;i.uniform2fv(this.addr,e),bn(t,e)}}function XM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(vn(t,e))return;i.uniform3fv(this.addr,e),bn(t,e)}}function qM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(vn(t,e))return;i.uniform4fv(this.addr,e),bn(t,e)}}function YM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(vn(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),bn(t,e)}else{if(vn(t,n))return;Bg.set(n),i.uniformMatrix2fv(this.addr,!1,Bg),bn(t,n)}}function $M(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(vn(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),bn(t,e)}else{if(vn(t,n))return;kg.set(n),i.uniformMatrix3fv(this.addr,!1,kg),bn(t,n)}}function ZM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(vn(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),bn(t,e)}else{if(vn(t,n))return;Og.set(n),i.uniformMatrix4fv(this.addr,!1,Og),bn(t,n)}}function KM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function jM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(vn(t,e))return;i.uniform2iv(this.addr,e),bn(t,e)}}function JM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(vn(t,e))return;i.uniform3iv(this.addr,e),bn(t,e)}}function QM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(vn(t,e))return;i.uniform4iv(this.addr,e),bn(t,e)}}function ew(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function tw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(vn(t,e))return;i.uniform2uiv(this.addr,e),bn(t,e)}}function nw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(vn(t,e))return;i.uniform3uiv(this.addr,e),bn(t,e)}}function iw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(vn(t,e))return;i.uniform4uiv(this.addr,e),bn(t,e)}}function zh(i){return i.version===0&&(i.compareFunction=of,i.needsUpdate=!0),i}function sw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=zh(i0):r=n0,t.setTexture2D(e||r,s)}function rw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||o0,s)}function ow(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=zh(s0):r=a0,t.setTextureCube(e||r,s)}function aw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||r0,s)}function lw(i){switch(i){case 5126:return HM;case 35664:return WM;case 35665:return XM;case 35666:return qM;case 35674:return YM;case 35675:return $M;case 35676:return ZM;case 5124:case 35670:return KM;case 35667:case 35671:return jM;case 35668:case 35672:return JM;case 35669:case 35673:return QM;case 5125:return ew;case 36294:return tw;case 36295:return nw;case 36296:return iw;case 35678:case 36198:case 36298:case 36306:case 35682:return sw;case 35679:case 36299:case 36307:return rw;case 35680:case 36300:case 36308:case 36293:return ow;case 36289:case 36303:case 36311:case 36292:return aw}}function cw(i,e){i.uniform1fv(this.addr,e)}function hw(i,e){let t=Vo(e,this.size,2);i.uniform2fv(this.addr,t)}function uw(i,e){let t=Vo(e,this.size,3);i.uniform3fv(this.addr,t)}function dw(i,e){let t=Vo(e,this.size,4);i.uniform4fv(this.addr,t)}function fw(i,e){let t=Vo(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function pw(i,e){let t=Vo(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function mw(i,e){let t=Vo(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function gw(i,e){i.uniform1iv(this.addr,e)}function yw(i,e){i.uniform2iv(this.addr,e)}function xw(i,e){i.uniform3iv(this.addr,e)}function _w(i,e){i.uniform4iv(this.addr,e)}function vw(i,e){i.uniform1uiv(this.addr,e)}function bw(i,e){i.uniform2uiv(this.addr,e)}function Sw(i,e){i.uniform3uiv(this.addr,e)}function Mw(i,e){i.uniform4uiv(this.addr,e)}function ww(i,e,t){let n=this.cache,s=e.length,r=Bh(t,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=zh(i0):o=n0;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function Ew(i,e,t){let n=this.cache,s=e.length,r=Bh(t,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||o0,r[o])}function Tw(i,e,t){let n=this.cache,s=e.length,r=Bh(t,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=zh(s0):o=a0;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function Aw(i,e,t){let n=this.cache,s=e.length,r=Bh(t,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||r0,r[o])}function Cw(i){switch(i){case 5126:return cw;case 35664:return hw;case 35665:return uw;case 35666:return dw;case 35674:return fw;case 35675:return pw;case 35676:return mw;case 5124:case 35670:return gw;case 35667:case 35671:return yw;case 35668:case 35672:return xw;case 35669:case 35673:return _w;case 5125:return vw;case 36294:return bw;case 36295:return Sw;case 36296:return Mw;case 35678:case 36198:case 36298:case 36306:case 35682:return ww;case 35679:case 36299:case 36307:return Ew;case 35680:case 36300:case 36308:case 36293:return Tw;case 36289:case 36303:case 36311:case 36292:return Aw}}var vf=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=lw(t.type)}},bf=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=Cw(t.type)}},Sf=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},xf=/(\w+)(\])?(\[|\.)?/g;function zg(i,e){i.seq.push(e),i.map[e.id]=e}function Pw(i,e,t){let n=i.name,s=n.length;for(xf.lastIndex=0;;){let r=xf.exec(n),o=xf.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){zg(t,c===void 0?new vf(a,i,e):new bf(a,i,e));break}else{let u=t.map[a];u===void 0&&(u=new Sf(a),zg(t,u)),t=u}}}var zo=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);Pw(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function Vg(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var Rw=37297,Iw=0;function Lw(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var Gg=new nt;function Dw(i){xt._getMatrix(Gg,xt.workingColorSpace,i);let e=`mat3( ${Gg.elements.map(t=>t.toFixed(4))} )`;switch(xt.getTransfer(i)){case Ta:return[e,"LinearTransferOETF"];case Rt:return[e,"sRGBTransferOETF"];default:return Ye("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function Hg(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+Lw(i.getShaderSource(e),a)}else return r}function Nw(i,e){let t=Dw(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Uw={[Gd]:"Linear",[Hd]:"Reinhard",[Wd]:"Cineon",[Xd]:"ACESFilmic",[Yd]:"AgX",[$d]:"Neutral",[qd]:"Custom"};function Fw(i,e){let t=Uw[e];return t===void 0?(Ye("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Fh=new C;function Ow(){xt.getLuminanceCoefficients(Fh);let i=Fh.x.toFixed(4),e=Fh.y.toFixed(4),t=Fh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function kw(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(cl).join(`
`)}function Bw(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function zw(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function cl(i){return i!==""}function Wg(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Xg(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var Vw=/^[ \t]*#include +<([\w\d./]+)>/gm;function Mf(i){return i.replace(Vw,Gw)}function Gw(i,e){let t=ut[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return Mf(t)}var Hw=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function qg(i){return i.replace(Hw,Ww)}function Ww(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Yg(i){let e=`precision ${i.precision} float;
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
#define LOW_PRECISION`),e}var Xw={[Pr]:"SHADOWMAP_TYPE_PCF",[Fo]:"SHADOWMAP_TYPE_VSM"};function qw(i){return Xw[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Yw={[ko]:"ENVMAP_MODE_REFRACTION"};function $w(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":Yw[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Zw={[Vd]:"ENVMAP_BLENDING_MULTIPLY",[fg]:"ENVMAP_BLENDING_MIX",[pg]:"ENVMAP_BLENDING_ADD"};function Kw(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":Zw[i.combine]||"ENVMAP_BLENDING_NONE"}function jw(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=qw(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=$w(t),u=Kw(t),d=kw(t),f=Bw(r),p=s.createProgram(),_,m,g=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(_=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(cl).join(`
`),_.length>0&&(_+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(cl).join(`
`),m.length>0&&(m+=`
`)):(_=[Yg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(cl).join(`
`),m=[Yg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==us?"#define TONE_MAPPING":"",t.toneMapping!==us?ut.tonemapping_pars_fragment:"",t.toneMapping!==us?Fw("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ut.colorspace_pars_fragment,Nw("linearToOutputTexel",t.outputColorSpace),Ow(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(cl).join(`
`)),o=Mf(o),o=Wg(o,t),o=Xg(o,t),a=Mf(a),a=Wg(a,t),a=Xg(a,t),o=qg(o),a=qg(a),t.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,_=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,m=["#define varying in",t.glslVersion===lf?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===lf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let y=g+_+o,E=g+m+a,b=Vg(s,s.VERTEX_SHADER,y),P=Vg(s,s.FRAGMENT_SHADER,E);s.attachShader(p,b),s.attachShader(p,P),t.index0AttributeName!==void 0?s.bindAttribLocation(p,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function w(L){if(i.debug.checkShaderErrors){let D=s.getProgramInfoLog(p)||"",z=s.getShaderInfoLog(b)||"",W=s.getShaderInfoLog(P)||"",U=D.trim(),X=z.trim(),$=W.trim(),H=!0,ce=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(H=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,b,P);else{let j=Hg(s,b,"vertex"),Q=Hg(s,P,"fragment");Je("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+U+`
`+j+`
`+Q)}else U!==""?Ye("WebGLProgram: Program Info Log:",U):(X===""||$==="")&&(ce=!1);ce&&(L.diagnostics={runnable:H,programLog:U,vertexShader:{log:X,prefix:_},fragmentShader:{log:$,prefix:m}})}s.deleteShader(b),s.deleteShader(P),x=new zo(s,p),M=zw(s,p)}let x;this.getUniforms=function(){return x===void 0&&w(this),x};let M;this.getAttributes=function(){return M===void 0&&w(this),M};let F=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return F===!1&&(F=s.getProgramParameter(p,Rw)),F},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=Iw++,this.cacheKey=e,this.usedTimes=1,this.program=p,this.vertexShader=b,this.fragmentShader=P,this}var Jw=0,wf=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Ef(e),t.set(e,n)),n}},Ef=class{constructor(e){this.id=Jw++,this.code=e,this.usedTimes=0}};function Qw(i){return i===cr||i===sl||i===rl}function e1(i,e,t,n,s,r){let o=new Ro,a=new wf,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(x){return l.add(x),x===0?"uv":`uv${x}`}function p(x,M,F,L,D,z){let W=L.fog,U=D.geometry,X=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?L.environment:null,$=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,H=e.get(x.envMap||X,$),ce=d[x.type],j=n.precision;x.precision!==null&&(j=n.getMaxPrecision(x.precision),j!==x.precision&&Ye("WebGLProgram.getParameters:",x.precision,"not supported, using",j,"instead."));let Q=U.morphAttributes.position||U.morphAttributes.normal||U.morphAttributes.color,se=Q!==void 0?Q.length:0,de=0;U.morphAttributes.position!==void 0&&(de=1),U.morphAttributes.normal!==void 0&&(de=2),U.morphAttributes.color!==void 0&&(de=3);let ue,ee,me,xe;if(ce){let Ce=ii[ce];ue=Ce.vertexShader,ee=Ce.fragmentShader}else{ue=x.vertexShader,ee=x.fragmentShader;let Ce=a.getVertexShaderStage(x),lt=a.getFragmentShaderStage(x);a.update(x,Ce,lt),me=Ce.id,xe=lt.id}let Ae=i.getRenderTarget(),Se=i.state.buffers.depth.getReversed(),We=D.isInstancedMesh===!0,rt=D.isBatchedMesh===!0,Ge=!!x.map,dt=!!x.matcap,ct=!!H,it=ct&&H.isPMREMTexture===!0,Kt=!!x.aoMap,Gt=!!x.lightMap,cn=!!x.bumpMap&&x.wireframe===!1,Ot=!!x.normalMap,Tn=!!x.displacementMap,vt=!!x.emissiveMap,yn=!!x.metalnessMap,en=!!x.roughnessMap,hn=x.anisotropy>0,k=x.clearcoat>0,Pe=x.diffuseRoughness>0,$e=x.dispersion>0,ot=x.retroreflectivity>0,Me=x.iridescence>0,Bt=x.sheen>0,Ve=x.transmission>0,qe=hn&&!!x.anisotropyMap,R=k&&!!x.clearcoatMap,S=k&&!!x.clearcoatNormalMap,q=k&&!!x.clearcoatRoughnessMap,he=Pe&&!!x.diffuseRoughnessMap,oe=Me&&!!x.iridescenceMap,ye=Me&&!!x.iridescenceThicknessMap,_e=Bt&&!!x.sheenColorMap,te=Bt&&!!x.sheenRoughnessMap,ie=!!x.specularMap,pe=!!x.specularColorMap,O=!!x.specularIntensityMap,re=Ve&&!!x.transmissionMap,ne=Ve&&!!x.thicknessMap,we=!!x.gradientMap,ge=!!x.alphaMap,be=x.alphaTest>0,He=!!x.alphaHash,Ke=!!x.extensions,le=us;x.toneMapped&&(Ae===null||Ae.isXRRenderTarget===!0)&&(le=i.toneMapping);let ke=it?H.isCompressedCubeTexture?H.image[0].mipmaps:H.mipmaps:null,je={shaderID:ce,shaderType:x.type,shaderName:x.name,vertexShader:ue,fragmentShader:ee,defines:x.defines,customVertexShaderID:me,customFragmentShaderID:xe,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:j,batching:rt,batchingColor:rt&&D._colorsTexture!==null,instancing:We,instancingColor:We&&D.instanceColor!==null,instancingMorph:We&&D.morphTexture!==null,outputColorSpace:Ae===null?i.outputColorSpace:Ae.isXRRenderTarget===!0?Ae.texture.colorSpace:xt.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Ge,matcap:dt,envMap:ct,envMapMode:ct&&H.mapping,envMapPMREM:it,envMapMaxLod:it?ke.length-1:null,envMapSize:it?ke[0].width:null,aoMap:Kt,lightMap:Gt,bumpMap:cn,normalMap:Ot,displacementMap:Tn,emissiveMap:vt,normalMapObjectSpace:Ot&&x.normalMapType===yg,normalMapTangentSpace:Ot&&x.normalMapType===Dh,packedNormalMap:Ot&&x.normalMapType===Dh&&Qw(x.normalMap.format),metalnessMap:yn,roughnessMap:en,anisotropy:hn,anisotropyMap:qe,clearcoat:k,clearcoatMap:R,clearcoatNormalMap:S,clearcoatRoughnessMap:q,diffuseRoughness:Pe,diffuseRoughnessMap:he,dispersion:$e,retroreflection:ot,iridescence:Me,iridescenceMap:oe,iridescenceThicknessMap:ye,sheen:Bt,sheenColorMap:_e,sheenRoughnessMap:te,specularMap:ie,specularColorMap:pe,specularIntensityMap:O,transmission:Ve,transmissionMap:re,thicknessMap:ne,gradientMap:we,opaque:x.transparent===!1&&x.blending===Oo&&x.alphaToCoverage===!1,alphaMap:ge,alphaTest:be,alphaHash:He,combine:x.combine,mapUv:Ge&&f(x.map.channel),aoMapUv:Kt&&f(x.aoMap.channel),lightMapUv:Gt&&f(x.lightMap.channel),bumpMapUv:cn&&f(x.bumpMap.channel),normalMapUv:Ot&&f(x.normalMap.channel),displacementMapUv:Tn&&f(x.displacementMap.channel),emissiveMapUv:vt&&f(x.emissiveMap.channel),metalnessMapUv:yn&&f(x.metalnessMap.channel),roughnessMapUv:en&&f(x.roughnessMap.channel),anisotropyMapUv:qe&&f(x.anisotropyMap.channel),clearcoatMapUv:R&&f(x.clearcoatMap.channel),clearcoatNormalMapUv:S&&f(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:q&&f(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:he&&f(x.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&f(x.iridescenceMap.channel),iridescenceThicknessMapUv:ye&&f(x.iridescenceThicknessMap.channel),sheenColorMapUv:_e&&f(x.sheenColorMap.channel),sheenRoughnessMapUv:te&&f(x.sheenRoughnessMap.channel),specularMapUv:ie&&f(x.specularMap.channel),specularColorMapUv:pe&&f(x.specularColorMap.channel),specularIntensityMapUv:O&&f(x.specularIntensityMap.channel),transmissionMapUv:re&&f(x.transmissionMap.channel),thicknessMapUv:ne&&f(x.thicknessMap.channel),alphaMapUv:ge&&f(x.alphaMap.channel),vertexTangents:!!U.attributes.tangent&&(Ot||hn),vertexNormals:!!U.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!U.attributes.color&&U.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!U.attributes.uv&&(Ge||ge),fog:!!W,useFog:x.fog===!0,fogExp2:!!W&&W.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||U.attributes.normal===void 0&&Ot===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Se,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:U.attributes.position!==void 0,morphTargets:U.morphAttributes.position!==void 0,morphNormals:U.morphAttributes.normal!==void 0,morphColors:U.morphAttributes.color!==void 0,morphTargetsCount:se,morphTextureStride:de,numSunLights:M.sun.length,numDirLights:M.directional.length,numPointLights:M.point.length,numSpotLights:M.spot.length,numSpotLightMaps:M.spotLightMap.length,numRectAreaLights:M.rectArea.length,numHemiLights:M.hemi.length,numSunLightShadows:M.sunShadowMap.length,numDirLightShadows:M.directionalShadowMap.length,numPointLightShadows:M.pointShadowMap.length,numSpotLightShadows:M.spotShadowMap.length,numSpotLightShadowsWithMaps:M.numSpotLightShadowsWithMaps,numLightProbes:M.numLightProbes,numLightProbeGrids:z.filter(Ce=>Ce.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&F.length>0,shadowMapType:i.shadowMap.type,toneMapping:le,decodeVideoTexture:Ge&&x.map.isVideoTexture===!0&&xt.getTransfer(x.map.colorSpace)===Rt,decodeVideoTextureEmissive:vt&&x.emissiveMap.isVideoTexture===!0&&xt.getTransfer(x.emissiveMap.colorSpace)===Rt,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===Wn,flipSided:x.side===ni,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:Ke&&x.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Ke&&x.extensions.multiDraw===!0||rt)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return je.vertexUv1s=l.has(1),je.vertexUv2s=l.has(2),je.vertexUv3s=l.has(3),l.clear(),je}function _(x){let M=[];if(x.shaderID?M.push(x.shaderID):(M.push(x.customVertexShaderID),M.push(x.customFragmentShaderID)),x.defines!==void 0)for(let F in x.defines)M.push(F),M.push(x.defines[F]);return x.isRawShaderMaterial===!1&&(m(M,x),g(M,x),M.push(i.outputColorSpace)),M.push(x.customProgramCacheKey),M.join()}function m(x,M){x.push(M.precision),x.push(M.outputColorSpace),x.push(M.envMapMode),x.push(M.envMapPMREM),x.push(M.envMapMaxLod),x.push(M.envMapSize),x.push(M.mapUv),x.push(M.alphaMapUv),x.push(M.lightMapUv),x.push(M.aoMapUv),x.push(M.bumpMapUv),x.push(M.normalMapUv),x.push(M.displacementMapUv),x.push(M.emissiveMapUv),x.push(M.metalnessMapUv),x.push(M.roughnessMapUv),x.push(M.anisotropyMapUv),x.push(M.clearcoatMapUv),x.push(M.clearcoatNormalMapUv),x.push(M.clearcoatRoughnessMapUv),x.push(M.diffuseRoughnessMapUv),x.push(M.iridescenceMapUv),x.push(M.iridescenceThicknessMapUv),x.push(M.sheenColorMapUv),x.push(M.sheenRoughnessMapUv),x.push(M.specularMapUv),x.push(M.specularColorMapUv),x.push(M.specularIntensityMapUv),x.push(M.transmissionMapUv),x.push(M.thicknessMapUv),x.push(M.combine),x.push(M.fogExp2),x.push(M.sizeAttenuation),x.push(M.morphTargetsCount),x.push(M.numSunLights),x.push(M.numDirLights),x.push(M.numPointLights),x.push(M.numSpotLights),x.push(M.numSpotLightMaps),x.push(M.numHemiLights),x.push(M.numRectAreaLights),x.push(M.numSunLightShadows),x.push(M.numDirLightShadows),x.push(M.numPointLightShadows),x.push(M.numSpotLightShadows),x.push(M.numSpotLightShadowsWithMaps),x.push(M.numLightProbes),x.push(M.numLightProbeGrids),x.push(M.shadowMapType),x.push(M.toneMapping),x.push(M.numClippingPlanes),x.push(M.numClipIntersection),x.push(M.depthPacking)}function g(x,M){o.disableAll(),M.instancing&&o.enable(0),M.instancingColor&&o.enable(1),M.instancingMorph&&o.enable(2),M.matcap&&o.enable(3),M.envMap&&o.enable(4),M.normalMapObjectSpace&&o.enable(5),M.normalMapTangentSpace&&o.enable(6),M.clearcoat&&o.enable(7),M.iridescence&&o.enable(8),M.alphaTest&&o.enable(9),M.vertexColors&&o.enable(10),M.vertexAlphas&&o.enable(11),M.vertexUv1s&&o.enable(12),M.vertexUv2s&&o.enable(13),M.vertexUv3s&&o.enable(14),M.vertexTangents&&o.enable(15),M.anisotropy&&o.enable(16),M.alphaHash&&o.enable(17),M.batching&&o.enable(18),M.dispersion&&o.enable(19),M.retroreflection&&o.enable(24),M.diffuseRoughness&&o.enable(25),M.batchingColor&&o.enable(20),M.gradientMap&&o.enable(21),M.packedNormalMap&&o.enable(22),M.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),M.fog&&o.enable(0),M.useFog&&o.enable(1),M.flatShading&&o.enable(2),M.logarithmicDepthBuffer&&o.enable(3),M.reversedDepthBuffer&&o.enable(4),M.skinning&&o.enable(5),M.morphTargets&&o.enable(6),M.morphNormals&&o.enable(7),M.morphColors&&o.enable(8),M.premultipliedAlpha&&o.enable(9),M.shadowMapEnabled&&o.enable(10),M.doubleSided&&o.enable(11),M.flipSided&&o.enable(12),M.useDepthPacking&&o.enable(13),M.dithering&&o.enable(14),M.transmission&&o.enable(15),M.sheen&&o.enable(16),M.opaque&&o.enable(17),M.pointsUvs&&o.enable(18),M.decodeVideoTexture&&o.enable(19),M.decodeVideoTextureEmissive&&o.enable(20),M.alphaToCoverage&&o.enable(21),M.numLightProbeGrids>0&&o.enable(22),M.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function y(x){let M=d[x.type],F;if(M){let L=ii[M];F=al.clone(L.uniforms)}else F=x.uniforms;return F}function E(x,M){let F=h.get(M);return F!==void 0?++F.usedTimes:(F=new jw(i,M,x,s),c.push(F),h.set(M,F)),F}function b(x){if(--x.usedTimes===0){let M=c.indexOf(x);c[M]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function P(x){a.remove(x)}function w(){a.dispose()}return{getParameters:p,getProgramCacheKey:_,getUniforms:y,acquireProgram:E,releaseProgram:b,releaseShaderCache:P,programs:c,dispose:w}}function t1(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function n1(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function $g(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function Zg(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,_,m,g){let y=i[e];return y===void 0?(y={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:_,renderOrder:d.renderOrder,z:m,group:g},i[e]=y):(y.id=d.id,y.object=d,y.geometry=f,y.material=p,y.materialVariant=o(d),y.groupOrder=_,y.renderOrder=d.renderOrder,y.z=m,y.group=g),e++,y}function l(d,f,p,_,m,g,y){y.reversedDepth===!0&&(m=-m);let E=a(d,f,p,_,m,g);p.transmission>0?n.push(E):p.transparent===!0?s.push(E):t.push(E)}function c(d,f,p,_,m,g){let y=a(d,f,p,_,m,g);p.transmission>0?n.unshift(y):p.transparent===!0?s.unshift(y):t.unshift(y)}function h(d,f){t.length>1&&t.sort(d||n1),n.length>1&&n.sort(f||$g),s.length>1&&s.sort(f||$g)}function u(){for(let d=e,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function i1(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new Zg,i.set(n,[o])):s>=r.length?(o=new Zg,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function s1(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new C,color:new Qe};break;case"SpotLight":t={position:new C,direction:new C,color:new Qe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new C,color:new Qe,distance:0,decay:0};break;case"HemisphereLight":t={direction:new C,skyColor:new Qe,groundColor:new Qe};break;case"RectAreaLight":t={color:new Qe,position:new C,halfWidth:new C,halfHeight:new C};break}return i[e.id]=t,t}}}function r1(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Re};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Re};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Re,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var o1=0;function a1(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function l1(i){let e=new s1,t=r1(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new C);let s=new C,r=new St,o=new St;function a(c){let h=0,u=0,d=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let f=0,p=0,_=0,m=0,g=0,y=0,E=0,b=0,P=0,w=0,x=0,M=0,F=0,L=0;c.sort(a1);for(let z=0,W=c.length;z<W;z++){let U=c[z],X=U.color,$=U.intensity,H=U.distance,ce=null;if(U.shadow&&U.shadow.map&&(U.shadow.map.texture.format===cr?ce=U.shadow.map.texture:ce=U.shadow.map.depthTexture||U.shadow.map.texture),U.isAmbientLight)h+=X.r*$,u+=X.g*$,d+=X.b*$;else if(U.isLightProbe){for(let j=0;j<9;j++)n.probe[j].addScaledVector(U.sh.coefficients[j],$);L++}else if(U.isSunLight){let j=e.get(U);if(j.color.copy(U.color).multiplyScalar(U.intensity),U.castShadow){let Q=U.shadow,se=t.get(U);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[p]=se,n.sunShadowMap[p]=ce;let de=Q.getViewportCount();for(let ue=0;ue<de;ue++)n.sunShadowMatrix[_+ue]=Q.getMatrix(ue),n.sunShadowCascade[_+ue]=Q._cascadeData[ue];_+=de,p++}n.sun[f]=j,f++}else if(U.isDirectionalLight){let j=e.get(U);if(j.color.copy(U.color).multiplyScalar(U.intensity),U.castShadow){let Q=U.shadow,se=t.get(U);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,n.directionalShadow[m]=se,n.directionalShadowMap[m]=ce,n.directionalShadowMatrix[m]=U.shadow.matrix,P++}n.directional[m]=j,m++}else if(U.isSpotLight){let j=e.get(U);j.position.setFromMatrixPosition(U.matrixWorld),j.color.copy(X).multiplyScalar($),j.distance=H,j.coneCos=Math.cos(U.angle),j.penumbraCos=Math.cos(U.angle*(1-U.penumbra)),j.decay=U.decay,n.spot[y]=j;let Q=U.shadow;if(U.map&&(n.spotLightMap[M]=U.map,M++,Q.updateMatrices(U),U.castShadow&&F++),n.spotLightMatrix[y]=Q.matrix,U.castShadow){let se=t.get(U);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,n.spotShadow[y]=se,n.spotShadowMap[y]=ce,x++}y++}else if(U.isRectAreaLight){let j=e.get(U);j.color.copy(X).multiplyScalar($),j.halfWidth.set(U.width*.5,0,0),j.halfHeight.set(0,U.height*.5,0),n.rectArea[E]=j,E++}else if(U.isPointLight){let j=e.get(U);if(j.color.copy(U.color).multiplyScalar(U.intensity),j.distance=U.distance,j.decay=U.decay,U.castShadow){let Q=U.shadow,se=t.get(U);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,se.shadowCameraNear=Q.camera.near,se.shadowCameraFar=Q.camera.far,n.pointShadow[g]=se,n.pointShadowMap[g]=ce,n.pointShadowMatrix[g]=U.shadow.matrix,w++}n.point[g]=j,g++}else if(U.isHemisphereLight){let j=e.get(U);j.skyColor.copy(U.color).multiplyScalar($),j.groundColor.copy(U.groundColor).multiplyScalar($),n.hemi[b]=j,b++}}E>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ie.LTC_FLOAT_1,n.rectAreaLTC2=Ie.LTC_FLOAT_2):(n.rectAreaLTC1=Ie.LTC_HALF_1,n.rectAreaLTC2=Ie.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.sunLength!==f||D.directionalLength!==m||D.pointLength!==g||D.spotLength!==y||D.rectAreaLength!==E||D.hemiLength!==b||D.numSunShadows!==p||D.numDirectionalShadows!==P||D.numPointShadows!==w||D.numSpotShadows!==x||D.numSpotMaps!==M||D.numLightProbes!==L)&&(n.sun.length=f,n.directional.length=m,n.spot.length=y,n.rectArea.length=E,n.point.length=g,n.hemi.length=b,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=_,n.sunShadowCascade.length=_,n.directionalShadow.length=P,n.directionalShadowMap.length=P,n.directionalShadowMatrix.length=P,n.pointShadow.length=w,n.pointShadowMap.length=w,n.pointShadowMatrix.length=w,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+M-F,n.spotLightMap.length=M,n.numSpotLightShadowsWithMaps=F,n.numLightProbes=L,D.sunLength=f,D.directionalLength=m,D.pointLength=g,D.spotLength=y,D.rectAreaLength=E,D.hemiLength=b,D.numSunShadows=p,D.numDirectionalShadows=P,D.numPointShadows=w,D.numSpotShadows=x,D.numSpotMaps=M,D.numLightProbes=L,n.version=o1++)}function l(c,h){let u=0,d=0,f=0,p=0,_=0,m=0,g=h.matrixWorldInverse;for(let y=0,E=c.length;y<E;y++){let b=c[y];if(b.isSunLight){let P=n.sun[u];P.direction.setFromMatrixPosition(b.matrixWorld),P.direction.transformDirection(g),u++}else if(b.isDirectionalLight){let P=n.directional[d];P.direction.setFromMatrixPosition(b.matrixWorld),s.setFromMatrixPosition(b.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(g),d++}else if(b.isSpotLight){let P=n.spot[p];P.position.setFromMatrixPosition(b.matrixWorld),P.position.applyMatrix4(g),P.direction.setFromMatrixPosition(b.matrixWorld),s.setFromMatrixPosition(b.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(g),p++}else if(b.isRectAreaLight){let P=n.rectArea[_];P.position.setFromMatrixPosition(b.matrixWorld),P.position.applyMatrix4(g),o.identity(),r.copy(b.matrixWorld),r.premultiply(g),o.extractRotation(r),P.halfWidth.set(b.width*.5,0,0),P.halfHeight.set(0,b.height*.5,0),P.halfWidth.applyMatrix4(o),P.halfHeight.applyMatrix4(o),_++}else if(b.isPointLight){let P=n.point[f];P.position.setFromMatrixPosition(b.matrixWorld),P.position.applyMatrix4(g),f++}else if(b.isHemisphereLight){let P=n.hemi[m];P.direction.setFromMatrixPosition(b.matrixWorld),P.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function Kg(i){let e=new l1(i),t=[],n=[],s=[];function r(u){h.camera=u,t.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):t.push(u)}function a(u){n.push(u)}function l(){e.setup(t),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function c1(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new Kg(i),e.set(s,[a])):r>=o.length?(a=new Kg(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var h1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,u1=`uniform sampler2D shadow_pass;
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
}`,d1=[new C(1,0,0),new C(-1,0,0),new C(0,1,0),new C(0,-1,0),new C(0,0,1),new C(0,0,-1)],f1=[new C(0,-1,0),new C(0,-1,0),new C(0,0,1),new C(0,0,-1),new C(0,-1,0),new C(0,-1,0)],jg=new St,ll=new C,_f=new C;function p1(i,e,t){let n=new Qs,s=new Re,r=new Re,o=new Lt,a=new Nc,l=new Uc,c={},h=t.maxTextureSize,u={[lr]:ni,[ni]:lr,[Wn]:Wn},d=new Ri({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Re},radius:{value:4}},vertexShader:h1,fragmentShader:u1}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new Mt;p.setAttribute("position",new Qt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new Tt(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Pr;let g=this.type;this.render=function(w,x,M){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||w.length===0)return;this.type===$m&&(Ye("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Pr);let F=i.getRenderTarget(),L=i.getActiveCubeFace(),D=i.getActiveMipmapLevel(),z=i.state;z.setBlending(Rr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let W=g!==this.type;W&&x.traverse(function(U){U.material&&(Array.isArray(U.material)?U.material.forEach(X=>X.needsUpdate=!0):U.material.needsUpdate=!0)});for(let U=0,X=w.length;U<X;U++){let $=w[U],H=$.shadow;if(H===void 0){Ye("WebGLShadowMap:",$,"has no shadow.");continue}if(H.autoUpdate===!1&&H.needsUpdate===!1)continue;s.copy(H.mapSize);let ce=H.getFrameExtents();s.multiply(ce),r.copy(H.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ce.x),s.x=r.x*ce.x,H.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ce.y),s.y=r.y*ce.y,H.mapSize.y=r.y));let j=i.state.buffers.depth.getReversed();if(H.camera._reversedDepth=j,H.map===null||W===!0){if(H.map!==null&&(H.map.depthTexture!==null&&(H.map.depthTexture.dispose(),H.map.depthTexture=null),H.map.dispose()),this.type===Fo){if($.isPointLight){Ye("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}H.map=new yi(s.x,s.y,{format:cr,type:qi,minFilter:ti,magFilter:ti,generateMipmaps:!1}),H.map.texture.name=$.name+".shadowMap",H.map.depthTexture=new Ds(s.x,s.y,Xi),H.map.depthTexture.name=$.name+".shadowMapDepth",H.map.depthTexture.format=Is,H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Ln,H.map.depthTexture.magFilter=Ln}else $.isPointLight?(H.map=new hl(s.x),H.map.depthTexture=new Ua(s.x,Wi)):(H.map=new yi(s.x,s.y),H.map.depthTexture=new Ds(s.x,s.y,Wi)),H.map.depthTexture.name=$.name+".shadowMap",H.map.depthTexture.format=Is,this.type===Pr?(H.map.depthTexture.compareFunction=j?rf:sf,H.map.depthTexture.minFilter=ti,H.map.depthTexture.magFilter=ti):(H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Ln,H.map.depthTexture.magFilter=Ln);H.camera.updateProjectionMatrix()}H.map.isWebGLCubeRenderTarget!==!0&&(H.map.width!==s.x||H.map.height!==s.y)&&H.map.setSize(s.x,s.y);let Q=H.map.isWebGLCubeRenderTarget?6:H.getViewportCount();$.isPointLight!==!0&&H.updateMatrices($,M);let se=(H.camera.layers.mask&4294967294)!==0?H.camera.layers:M.layers;for(let de=0;de<Q;de++){let ue=H.getCamera(de);if($.isPointLight){let ee=H.camera,me=H.matrix,xe=$.distance||ee.far;xe!==ee.far&&(ee.far=xe,ee.updateProjectionMatrix()),ll.setFromMatrixPosition($.matrixWorld),ee.position.copy(ll),_f.copy(ee.position),_f.add(d1[de]),ee.up.copy(f1[de]),ee.lookAt(_f),ee.updateMatrixWorld(),me.makeTranslation(-ll.x,-ll.y,-ll.z),jg.multiplyMatrices(ee.projectionMatrix,ee.matrixWorldInverse),H._frustum.setFromProjectionMatrix(jg,ee.coordinateSystem,ee.reversedDepth)}if(H.map.isWebGLCubeRenderTarget)i.setRenderTarget(H.map,de),i.clear();else{de===0&&(i.setRenderTarget(H.map),i.clear());let ee=H.getViewport(de);o.set(r.x*ee.x,r.y*ee.y,r.x*ee.z,r.y*ee.w),z.viewport(o)}n=H.getFrustum(de),b(x,M,ue,$,se,this.type)}H.isPointLightShadow!==!0&&this.type===Fo&&y(H,M),H.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(F,L,D)};function y(w,x){let M=e.update(_);d.defines.VSM_SAMPLES!==w.blurSamples&&(d.defines.VSM_SAMPLES=w.blurSamples,f.defines.VSM_SAMPLES=w.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),w.mapPass===null?w.mapPass=new yi(s.x,s.y,{format:cr,type:qi}):(w.mapPass.width!==w.map.width||w.mapPass.height!==w.map.height)&&w.mapPass.setSize(w.map.width,w.map.height),d.uniforms.shadow_pass.value=w.map.depthTexture,d.uniforms.resolution.value.set(w.map.width,w.map.height),d.uniforms.radius.value=w.radius,i.setRenderTarget(w.mapPass),i.clear(),i.renderBufferDirect(x,null,M,d,_,null),f.uniforms.shadow_pass.value=w.mapPass.texture,f.uniforms.resolution.value.set(w.map.width,w.map.height),f.uniforms.radius.value=w.radius,i.setRenderTarget(w.map),i.clear(),i.renderBufferDirect(x,null,M,f,_,null)}function E(w,x,M,F){let L=null,D=M.isPointLight===!0?w.customDistanceMaterial:w.customDepthMaterial;if(D!==void 0)L=D;else if(L=M.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let z=L.uuid,W=x.uuid,U=c[z];U===void 0&&(U={},c[z]=U);let X=U[W];X===void 0&&(X=L.clone(),U[W]=X,x.addEventListener("dispose",P)),L=X}if(L.visible=x.visible,L.wireframe=x.wireframe,F===Fo?L.side=x.shadowSide!==null?x.shadowSide:x.side:L.side=x.shadowSide!==null?x.shadowSide:u[x.side],L.alphaMap=x.alphaMap,L.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,L.map=x.map,L.clipShadows=x.clipShadows,L.clippingPlanes=x.clippingPlanes,L.clipIntersection=x.clipIntersection,L.displacementMap=x.displacementMap,L.displacementScale=x.displacementScale,L.displacementBias=x.displacementBias,L.wireframeLinewidth=x.wireframeLinewidth,L.linewidth=x.linewidth,M.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let z=i.properties.get(L);z.light=M}return L}function b(w,x,M,F,L,D){if(w.visible===!1)return;if(w.layers.test(L)&&(w.isMesh||w.isLine||w.isPoints)&&(w.castShadow||w.receiveShadow&&D===Fo)&&(!w.frustumCulled||w.intersectsFrustum(n))){w.modelViewMatrix.multiplyMatrices(M.matrixWorldInverse,w.matrixWorld);let U=e.update(w),X=w.material;if(Array.isArray(X)){let $=U.groups;for(let H=0,ce=$.length;H<ce;H++){let j=$[H],Q=X[j.materialIndex];if(Q&&Q.visible){let se=E(w,Q,F,D);w.onBeforeShadow(i,w,x,M,U,se,j),i.renderBufferDirect(M,null,U,se,w,j),w.onAfterShadow(i,w,x,M,U,se,j)}}}else if(X.visible){let $=E(w,X,F,D);w.onBeforeShadow(i,w,x,M,U,$,null),i.renderBufferDirect(M,null,U,$,w,null),w.onAfterShadow(i,w,x,M,U,$,null)}}let W=w.children;for(let U=0,X=W.length;U<X;U++)b(W[U],x,M,F,L,D)}function P(w){w.target.removeEventListener("dispose",P);for(let M in c){let F=c[M],L=w.target.uuid;L in F&&(F[L].dispose(),delete F[L])}}}function m1(i,e){function t(){let O=!1,re=new Lt,ne=null,we=new Lt(0,0,0,0);return{setMask:function(ge){ne!==ge&&!O&&(i.colorMask(ge,ge,ge,ge),ne=ge)},setLocked:function(ge){O=ge},setClear:function(ge,be,He,Ke,le){le===!0&&(ge*=Ke,be*=Ke,He*=Ke),re.set(ge,be,He,Ke),we.equals(re)===!1&&(i.clearColor(ge,be,He,Ke),we.copy(re))},reset:function(){O=!1,ne=null,we.set(-1,0,0,0)}}}function n(){let O=!1,re=!1,ne=null,we=null,ge=null;return{setReversed:function(be){if(re!==be){let He=e.get("EXT_clip_control");be?He.clipControlEXT(He.LOWER_LEFT_EXT,He.ZERO_TO_ONE_EXT):He.clipControlEXT(He.LOWER_LEFT_EXT,He.NEGATIVE_ONE_TO_ONE_EXT),re=be;let Ke=ge;ge=null,this.setClear(Ke)}},getReversed:function(){return re},setTest:function(be){be?Se(i.DEPTH_TEST):We(i.DEPTH_TEST)},setMask:function(be){ne!==be&&!O&&(i.depthMask(be),ne=be)},setFunc:function(be){if(re&&(be=Ag[be]),we!==be){switch(be){case lc:i.depthFunc(i.NEVER);break;case cc:i.depthFunc(i.ALWAYS);break;case hc:i.depthFunc(i.LESS);break;case wo:i.depthFunc(i.LEQUAL);break;case uc:i.depthFunc(i.EQUAL);break;case dc:i.depthFunc(i.GEQUAL);break;case Eo:i.depthFunc(i.GREATER);break;case fc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}we=be}},setLocked:function(be){O=be},setClear:function(be){ge!==be&&(ge=be,re&&(be=1-be),i.clearDepth(be))},reset:function(){O=!1,ne=null,we=null,ge=null,re=!1}}}function s(){let O=!1,re=null,ne=null,we=null,ge=null,be=null,He=null,Ke=null,le=null;return{setTest:function(ke){O||(ke?Se(i.STENCIL_TEST):We(i.STENCIL_TEST))},setMask:function(ke){re!==ke&&!O&&(i.stencilMask(ke),re=ke)},setFunc:function(ke,je,Ce){(ne!==ke||we!==je||ge!==Ce)&&(i.stencilFunc(ke,je,Ce),ne=ke,we=je,ge=Ce)},setOp:function(ke,je,Ce){(be!==ke||He!==je||Ke!==Ce)&&(i.stencilOp(ke,je,Ce),be=ke,He=je,Ke=Ce)},setLocked:function(ke){O=ke},setClear:function(ke){le!==ke&&(i.clearStencil(ke),le=ke)},reset:function(){O=!1,re=null,ne=null,we=null,ge=null,be=null,He=null,Ke=null,le=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],_=null,m=!1,g=null,y=null,E=null,b=null,P=null,w=null,x=null,M=new Qe(0,0,0),F=0,L=!1,D=null,z=null,W=null,U=null,X=null,$=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),H=!1,ce=0,j=i.getParameter(i.VERSION);j.indexOf("WebGL")!==-1?(ce=parseFloat(/^WebGL (\d)/.exec(j)[1]),H=ce>=1):j.indexOf("OpenGL ES")!==-1&&(ce=parseFloat(/^OpenGL ES (\d)/.exec(j)[1]),H=ce>=2);let Q=null,se={},de=i.getParameter(i.SCISSOR_BOX),ue=i.getParameter(i.VIEWPORT),ee=new Lt().fromArray(de),me=new Lt().fromArray(ue);function xe(O,re,ne,we){let ge=new Uint8Array(4),be=i.createTexture();i.bindTexture(O,be),i.texParameteri(O,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(O,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let He=0;He<ne;He++)O===i.TEXTURE_3D||O===i.TEXTURE_2D_ARRAY?i.texImage3D(re,0,i.RGBA,1,1,we,0,i.RGBA,i.UNSIGNED_BYTE,ge):i.texImage2D(re+He,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ge);return be}let Ae={};Ae[i.TEXTURE_2D]=xe(i.TEXTURE_2D,i.TEXTURE_2D,1),Ae[i.TEXTURE_CUBE_MAP]=xe(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ae[i.TEXTURE_2D_ARRAY]=xe(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Ae[i.TEXTURE_3D]=xe(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Se(i.DEPTH_TEST),o.setFunc(wo),cn(!1),Ot(Ud),Se(i.CULL_FACE),Kt(Rr);function Se(O){h[O]!==!0&&(i.enable(O),h[O]=!0)}function We(O){h[O]!==!1&&(i.disable(O),h[O]=!1)}function rt(O,re){return d[O]!==re?(i.bindFramebuffer(O,re),d[O]=re,O===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=re),O===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=re),!0):!1}function Ge(O,re){let ne=p,we=!1;if(O){ne=f.get(re),ne===void 0&&(ne=[],f.set(re,ne));let ge=O.textures;if(ne.length!==ge.length||ne[0]!==i.COLOR_ATTACHMENT0){for(let be=0,He=ge.length;be<He;be++)ne[be]=i.COLOR_ATTACHMENT0+be;ne.length=ge.length,we=!0}}else ne[0]!==i.BACK&&(ne[0]=i.BACK,we=!0);we&&i.drawBuffers(ne)}function dt(O){return _!==O?(i.useProgram(O),_=O,!0):!1}let ct={[Ir]:i.FUNC_ADD,[Km]:i.FUNC_SUBTRACT,[jm]:i.FUNC_REVERSE_SUBTRACT};ct[Jm]=i.MIN,ct[Qm]=i.MAX;let it={[eg]:i.ZERO,[tg]:i.ONE,[ng]:i.SRC_COLOR,[Bd]:i.SRC_ALPHA,[lg]:i.SRC_ALPHA_SATURATE,[og]:i.DST_COLOR,[sg]:i.DST_ALPHA,[ig]:i.ONE_MINUS_SRC_COLOR,[zd]:i.ONE_MINUS_SRC_ALPHA,[ag]:i.ONE_MINUS_DST_COLOR,[rg]:i.ONE_MINUS_DST_ALPHA,[cg]:i.CONSTANT_COLOR,[hg]:i.ONE_MINUS_CONSTANT_COLOR,[ug]:i.CONSTANT_ALPHA,[dg]:i.ONE_MINUS_CONSTANT_ALPHA};function Kt(O,re,ne,we,ge,be,He,Ke,le,ke){if(O===Rr){m===!0&&(We(i.BLEND),m=!1);return}if(m===!1&&(Se(i.BLEND),m=!0),O!==Zm){if(O!==g||ke!==L){if((y!==Ir||P!==Ir)&&(i.blendEquation(i.FUNC_ADD),y=Ir,P=Ir),ke)switch(O){case Oo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Fd:i.blendFunc(i.ONE,i.ONE);break;case Od:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case kd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:Je("WebGLState: Invalid blending: ",O);break}else switch(O){case Oo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Fd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Od:Je("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case kd:Je("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Je("WebGLState: Invalid blending: ",O);break}E=null,b=null,w=null,x=null,M.set(0,0,0),F=0,g=O,L=ke}return}ge=ge||re,be=be||ne,He=He||we,(re!==y||ge!==P)&&(i.blendEquationSeparate(ct[re],ct[ge]),y=re,P=ge),(ne!==E||we!==b||be!==w||He!==x)&&(i.blendFuncSeparate(it[ne],it[we],it[be],it[He]),E=ne,b=we,w=be,x=He),(Ke.equals(M)===!1||le!==F)&&(i.blendColor(Ke.r,Ke.g,Ke.b,le),M.copy(Ke),F=le),g=O,L=!1}function Gt(O,re){O.side===Wn?We(i.CULL_FACE):Se(i.CULL_FACE);let ne=O.side===ni;re&&(ne=!ne),cn(ne),O.blending===Oo&&O.transparent===!1?Kt(Rr):Kt(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let we=O.stencilWrite;a.setTest(we),we&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),vt(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?Se(i.SAMPLE_ALPHA_TO_COVERAGE):We(i.SAMPLE_ALPHA_TO_COVERAGE)}function cn(O){D!==O&&(O?i.frontFace(i.CW):i.frontFace(i.CCW),D=O)}function Ot(O){O!==qm?(Se(i.CULL_FACE),O!==z&&(O===Ud?i.cullFace(i.BACK):O===Ym?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):We(i.CULL_FACE),z=O}function Tn(O){O!==W&&(H&&i.lineWidth(O),W=O)}function vt(O,re,ne){O?(Se(i.POLYGON_OFFSET_FILL),(U!==re||X!==ne)&&(U=re,X=ne,o.getReversed()&&(re=-re,ne=-ne),i.polygonOffset(re,ne))):We(i.POLYGON_OFFSET_FILL)}function yn(O){O?Se(i.SCISSOR_TEST):We(i.SCISSOR_TEST)}function en(O){O===void 0&&(O=i.TEXTURE0+$-1),Q!==O&&(i.activeTexture(O),Q=O)}function hn(O,re,ne){ne===void 0&&(Q===null?ne=i.TEXTURE0+$-1:ne=Q);let we=se[ne];we===void 0&&(we={type:void 0,texture:void 0},se[ne]=we),(we.type!==O||we.texture!==re)&&(Q!==ne&&(i.activeTexture(ne),Q=ne),i.bindTexture(O,re||Ae[O]),we.type=O,we.texture=re)}function k(){let O=se[Q];O!==void 0&&O.type!==void 0&&(i.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function Pe(){try{i.compressedTexImage2D(...arguments)}catch(O){Je("WebGLState:",O)}}function $e(){try{i.compressedTexImage3D(...arguments)}catch(O){Je("WebGLState:",O)}}function ot(){try{i.texSubImage2D(...arguments)}catch(O){Je("WebGLState:",O)}}function Me(){try{i.texSubImage3D(...arguments)}catch(O){Je("WebGLState:",O)}}function Bt(){try{i.compressedTexSubImage2D(...arguments)}catch(O){Je("WebGLState:",O)}}function Ve(){try{i.compressedTexSubImage3D(...arguments)}catch(O){Je("WebGLState:",O)}}function qe(){try{i.texStorage2D(...arguments)}catch(O){Je("WebGLState:",O)}}function R(){try{i.texStorage3D(...arguments)}catch(O){Je("WebGLState:",O)}}function S(){try{i.texImage2D(...arguments)}catch(O){Je("WebGLState:",O)}}function q(){try{i.texImage3D(...arguments)}catch(O){Je("WebGLState:",O)}}function he(O){return u[O]!==void 0?u[O]:i.getParameter(O)}function oe(O,re){u[O]!==re&&(i.pixelStorei(O,re),u[O]=re)}function ye(O){ee.equals(O)===!1&&(i.scissor(O.x,O.y,O.z,O.w),ee.copy(O))}function _e(O){me.equals(O)===!1&&(i.viewport(O.x,O.y,O.z,O.w),me.copy(O))}function te(O,re){let ne=c.get(re);ne===void 0&&(ne=new WeakMap,c.set(re,ne));let we=ne.get(O);we===void 0&&(we=i.getUniformBlockIndex(re,O.name),i.uniformBlockBinding(re,we,we),ne.set(O,we))}function ie(O,re,ne){let ge=c.get(re).get(O);l[ge]!==ne&&(i.bindBufferBase(i.UNIFORM_BUFFER,ge,ne),l[ge]=ne)}function pe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},Q=null,se={},d={},l={},f=new WeakMap,p=[],_=null,m=!1,g=null,y=null,E=null,b=null,P=null,w=null,x=null,M=new Qe(0,0,0),F=0,L=!1,D=null,z=null,W=null,U=null,X=null,ee.set(0,0,i.canvas.width,i.canvas.height),me.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Se,disable:We,bindFramebuffer:rt,drawBuffers:Ge,useProgram:dt,setBlending:Kt,setMaterial:Gt,setFlipSided:cn,setCullFace:Ot,setLineWidth:Tn,setPolygonOffset:vt,setScissorTest:yn,activeTexture:en,bindTexture:hn,unbindTexture:k,compressedTexImage2D:Pe,compressedTexImage3D:$e,texImage2D:S,texImage3D:q,pixelStorei:oe,getParameter:he,updateUBOMapping:te,uniformBlockBinding:ie,texStorage2D:qe,texStorage3D:R,texSubImage2D:ot,texSubImage3D:Me,compressedTexSubImage2D:Bt,compressedTexSubImage3D:Ve,scissor:ye,viewport:_e,reset:pe}}function g1(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Re,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,_=new FinalizationRegistry(R=>p.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,S){return m?new OffscreenCanvas(R,S):Aa("canvas")}function y(R,S,q){let he=1,oe=qe(R);if((oe.width>q||oe.height>q)&&(he=q/Math.max(oe.width,oe.height)),he<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let ye=Math.floor(he*oe.width),_e=Math.floor(he*oe.height);d===void 0&&(d=g(ye,_e));let te=S?g(ye,_e):d;return te.width=ye,te.height=_e,te.getContext("2d").drawImage(R,0,0,ye,_e),Ye("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+ye+"x"+_e+")."),te}else return"data"in R&&Ye("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),R;return R}function E(R){return R.generateMipmaps}function b(R){i.generateMipmap(R)}function P(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function w(R,S,q,he,oe,ye=!1){if(R!==null){if(i[R]!==void 0)return i[R];Ye("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let _e;he&&(_e=e.get("EXT_texture_norm16"),_e||Ye("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let te=S;if(S===i.RED&&(q===i.FLOAT&&(te=i.R32F),q===i.HALF_FLOAT&&(te=i.R16F),q===i.UNSIGNED_BYTE&&(te=i.R8),q===i.UNSIGNED_SHORT&&_e&&(te=_e.R16_EXT),q===i.SHORT&&_e&&(te=_e.R16_SNORM_EXT)),S===i.RED_INTEGER&&(q===i.UNSIGNED_BYTE&&(te=i.R8UI),q===i.UNSIGNED_SHORT&&(te=i.R16UI),q===i.UNSIGNED_INT&&(te=i.R32UI),q===i.BYTE&&(te=i.R8I),q===i.SHORT&&(te=i.R16I),q===i.INT&&(te=i.R32I)),S===i.RG&&(q===i.FLOAT&&(te=i.RG32F),q===i.HALF_FLOAT&&(te=i.RG16F),q===i.UNSIGNED_BYTE&&(te=i.RG8),q===i.UNSIGNED_SHORT&&_e&&(te=_e.RG16_EXT),q===i.SHORT&&_e&&(te=_e.RG16_SNORM_EXT)),S===i.RG_INTEGER&&(q===i.UNSIGNED_BYTE&&(te=i.RG8UI),q===i.UNSIGNED_SHORT&&(te=i.RG16UI),q===i.UNSIGNED_INT&&(te=i.RG32UI),q===i.BYTE&&(te=i.RG8I),q===i.SHORT&&(te=i.RG16I),q===i.INT&&(te=i.RG32I)),S===i.RGB_INTEGER&&(q===i.UNSIGNED_BYTE&&(te=i.RGB8UI),q===i.UNSIGNED_SHORT&&(te=i.RGB16UI),q===i.UNSIGNED_INT&&(te=i.RGB32UI),q===i.BYTE&&(te=i.RGB8I),q===i.SHORT&&(te=i.RGB16I),q===i.INT&&(te=i.RGB32I)),S===i.RGBA_INTEGER&&(q===i.UNSIGNED_BYTE&&(te=i.RGBA8UI),q===i.UNSIGNED_SHORT&&(te=i.RGBA16UI),q===i.UNSIGNED_INT&&(te=i.RGBA32UI),q===i.BYTE&&(te=i.RGBA8I),q===i.SHORT&&(te=i.RGBA16I),q===i.INT&&(te=i.RGBA32I)),S===i.RGB&&(q===i.UNSIGNED_SHORT&&_e&&(te=_e.RGB16_EXT),q===i.SHORT&&_e&&(te=_e.RGB16_SNORM_EXT),q===i.UNSIGNED_INT_5_9_9_9_REV&&(te=i.RGB9_E5),q===i.UNSIGNED_INT_10F_11F_11F_REV&&(te=i.R11F_G11F_B10F)),S===i.RGBA){let ie=ye?Ta:xt.getTransfer(oe);q===i.FLOAT&&(te=i.RGBA32F),q===i.HALF_FLOAT&&(te=i.RGBA16F),q===i.UNSIGNED_BYTE&&(te=ie===Rt?i.SRGB8_ALPHA8:i.RGBA8),q===i.UNSIGNED_SHORT&&_e&&(te=_e.RGBA16_EXT),q===i.SHORT&&_e&&(te=_e.RGBA16_SNORM_EXT),q===i.UNSIGNED_SHORT_4_4_4_4&&(te=i.RGBA4),q===i.UNSIGNED_SHORT_5_5_5_1&&(te=i.RGB5_A1)}return(te===i.R16F||te===i.R32F||te===i.RG16F||te===i.RG32F||te===i.RGBA16F||te===i.RGBA32F)&&e.get("EXT_color_buffer_float"),te}function x(R,S){let q;return R?S===null||S===Wi||S===Dr?q=i.DEPTH24_STENCIL8:S===Xi?q=i.DEPTH32F_STENCIL8:S===Bo&&(q=i.DEPTH24_STENCIL8,Ye("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):S===null||S===Wi||S===Dr?q=i.DEPTH_COMPONENT24:S===Xi?q=i.DEPTH_COMPONENT32F:S===Bo&&(q=i.DEPTH_COMPONENT16),q}function M(R,S){return E(R)===!0||R.isFramebufferTexture&&R.minFilter!==Ln&&R.minFilter!==ti?Math.log2(Math.max(S.width,S.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?S.mipmaps.length:1}function F(R){let S=new WeakRef(R);n.get(R).__ref=S,p.add(S),_.register(R,S,S)}function L(R){let S=n.get(R).__ref;S!==void 0&&(p.delete(S),_.unregister(S))}function D(R){W(R.target)}function z(R){U(R.target)}function W(R){R.removeEventListener("dispose",D),L(R),$(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function U(R){R.removeEventListener("dispose",z),L(R),ce(R)}function X(){for(let R of p){let S=R.deref();S!==void 0&&(S.isRenderTarget===!0?U(S):W(S))}p.clear(),u.clear()}function $(R){let S=n.get(R);if(S.__webglInit===void 0)return;let q=R.source,he=f.get(q);if(he){let oe=he[S.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&H(R),Object.keys(he).length===0&&f.delete(q)}n.remove(R)}function H(R){let S=n.get(R);i.deleteTexture(S.__webglTexture);let q=R.source,he=f.get(q);delete he[S.__cacheKey],o.memory.textures--}function ce(R){let S=n.get(R);S.__depthDisposeCallback&&S.__depthDisposeCallback();let q=R.depthTexture;if(q&&q.renderTarget===R&&W(q),R.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(S.__webglFramebuffer[oe]))for(let ye=0;ye<S.__webglFramebuffer[oe].length;ye++)i.deleteFramebuffer(S.__webglFramebuffer[oe][ye]);else i.deleteFramebuffer(S.__webglFramebuffer[oe]);S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer[oe])}else{if(Array.isArray(S.__webglFramebuffer))for(let oe=0;oe<S.__webglFramebuffer.length;oe++)i.deleteFramebuffer(S.__webglFramebuffer[oe]);else i.deleteFramebuffer(S.__webglFramebuffer);if(S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer),S.__webglMultisampledFramebuffer&&i.deleteFramebuffer(S.__webglMultisampledFramebuffer),S.__webglColorRenderbuffer)for(let oe=0;oe<S.__webglColorRenderbuffer.length;oe++)S.__webglColorRenderbuffer[oe]&&i.deleteRenderbuffer(S.__webglColorRenderbuffer[oe]);S.__webglDepthRenderbuffer&&i.deleteRenderbuffer(S.__webglDepthRenderbuffer)}let he=R.textures;for(let oe=0,ye=he.length;oe<ye;oe++){let _e=n.get(he[oe]);_e.__webglTexture&&(i.deleteTexture(_e.__webglTexture),o.memory.textures--),n.remove(he[oe])}n.remove(R)}let j=0;function Q(){j=0}function se(){return j}function de(R){j=R}function ue(){let R=j;return R>=s.maxTextures&&Ye("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),j+=1,R}function ee(R){let S=[];return S.push(R.wrapS),S.push(R.wrapT),S.push(R.wrapR||0),S.push(R.magFilter),S.push(R.minFilter),S.push(R.anisotropy),S.push(R.internalFormat),S.push(R.format),S.push(R.type),S.push(R.generateMipmaps),S.push(R.mipmapsAutoUpdate),S.push(R.premultiplyAlpha),S.push(R.flipY),S.push(R.unpackAlignment),S.push(R.colorSpace),S.join()}function me(R,S){let q=n.get(R);if(R.isVideoTexture&&Bt(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&q.__version!==R.version){let he=R.image;if(he===null)Ye("WebGLRenderer: Texture marked for update but no image data found.");else if(he.complete===!1)Ye("WebGLRenderer: Texture marked for update but image is incomplete");else{Gt(q,R,S);return}}else R.isExternalTexture&&(q.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,q.__webglTexture,i.TEXTURE0+S)}function xe(R,S){let q=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&q.__version!==R.version){Gt(q,R,S);return}else R.isExternalTexture&&(q.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,q.__webglTexture,i.TEXTURE0+S)}function Ae(R,S){let q=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&q.__version!==R.version){Gt(q,R,S);return}t.bindTexture(i.TEXTURE_3D,q.__webglTexture,i.TEXTURE0+S)}function Se(R,S){let q=n.get(R);if(R.version>0&&q.__version!==R.version){cn(q,R,S);return}t.bindTexture(i.TEXTURE_CUBE_MAP,q.__webglTexture,i.TEXTURE0+S)}let We={[pc]:i.REPEAT,[cs]:i.CLAMP_TO_EDGE,[mc]:i.MIRRORED_REPEAT},rt={[Ln]:i.NEAREST,[mg]:i.NEAREST_MIPMAP_NEAREST,[Qa]:i.NEAREST_MIPMAP_LINEAR,[ti]:i.LINEAR,[Kc]:i.LINEAR_MIPMAP_NEAREST,[Ns]:i.LINEAR_MIPMAP_LINEAR},Ge={[_g]:i.NEVER,[of]:i.ALWAYS,[vg]:i.LESS,[sf]:i.LEQUAL,[bg]:i.EQUAL,[rf]:i.GEQUAL,[Sg]:i.GREATER,[Mg]:i.NOTEQUAL};function dt(R,S){if(S.type===Xi&&e.has("OES_texture_float_linear")===!1&&(S.magFilter===ti||S.magFilter===Kc||S.magFilter===Qa||S.magFilter===Ns||S.minFilter===ti||S.minFilter===Kc||S.minFilter===Qa||S.minFilter===Ns)&&Ye("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,We[S.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,We[S.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,We[S.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,rt[S.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,rt[S.minFilter]),S.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,Ge[S.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(S.magFilter===Ln||S.minFilter!==Qa&&S.minFilter!==Ns||S.type===Xi&&e.has("OES_texture_float_linear")===!1)return;if(S.anisotropy>1||n.get(S).__currentAnisotropy){let q=e.get("EXT_texture_filter_anisotropic");i.texParameterf(R,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(S.anisotropy,s.getMaxAnisotropy())),n.get(S).__currentAnisotropy=S.anisotropy}}}function ct(R,S){let q=!1;R.__webglInit===void 0&&(R.__webglInit=!0,S.addEventListener("dispose",D),F(S));let he=S.source,oe=f.get(he);oe===void 0&&(oe={},f.set(he,oe));let ye=ee(S);if(ye!==R.__cacheKey){oe[ye]===void 0&&(oe[ye]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,q=!0),oe[ye].usedTimes++;let _e=oe[R.__cacheKey];_e!==void 0&&(oe[R.__cacheKey].usedTimes--,_e.usedTimes===0&&H(S)),R.__cacheKey=ye,R.__webglTexture=oe[ye].texture}return q}function it(R,S,q){return Math.floor(Math.floor(R/q)/S)}function Kt(R,S,q,he){let ye=R.updateRanges;if(ye.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,S.width,S.height,q,he,S.data);else{ye.sort((O,re)=>O.start-re.start);let _e=0;for(let O=1;O<ye.length;O++){let re=ye[_e],ne=ye[O],we=re.start+re.count,ge=it(ne.start,S.width,4),be=it(re.start,S.width,4);ne.start<=we+1&&ge===be&&it(ne.start+ne.count-1,S.width,4)===ge?re.count=Math.max(re.count,ne.start+ne.count-re.start):(++_e,ye[_e]=ne)}ye.length=_e+1;let te=t.getParameter(i.UNPACK_ROW_LENGTH),ie=t.getParameter(i.UNPACK_SKIP_PIXELS),pe=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,S.width);for(let O=0,re=ye.length;O<re;O++){let ne=ye[O],we=Math.floor(ne.start/4),ge=Math.ceil(ne.count/4),be=we%S.width,He=Math.floor(we/S.width),Ke=ge,le=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,be),t.pixelStorei(i.UNPACK_SKIP_ROWS,He),t.texSubImage2D(i.TEXTURE_2D,0,be,He,Ke,le,q,he,S.data)}R.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,te),t.pixelStorei(i.UNPACK_SKIP_PIXELS,ie),t.pixelStorei(i.UNPACK_SKIP_ROWS,pe)}}function Gt(R,S,q){let he=i.TEXTURE_2D;(S.isDataArrayTexture||S.isCompressedArrayTexture)&&(he=i.TEXTURE_2D_ARRAY),S.isData3DTexture&&(he=i.TEXTURE_3D);let oe=ct(R,S),ye=S.source;t.bindTexture(he,R.__webglTexture,i.TEXTURE0+q);let _e=n.get(ye);if(ye.version!==_e.__version||oe===!0){if(t.activeTexture(i.TEXTURE0+q),(typeof ImageBitmap<"u"&&S.image instanceof ImageBitmap)===!1){let le=xt.getPrimaries(xt.workingColorSpace),ke=S.colorSpace===Fs?null:xt.getPrimaries(S.colorSpace),je=S.colorSpace===Fs||le===ke?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,je)}t.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment);let ie=y(S.image,!1,s.maxTextureSize);ie=Ve(S,ie);let pe=r.convert(S.format,S.colorSpace),O=r.convert(S.type),re=w(S.internalFormat,pe,O,S.normalized,S.colorSpace,S.isVideoTexture);dt(he,S);let ne,we=S.mipmaps,ge=S.isVideoTexture!==!0,be=_e.__version===void 0||oe===!0,He=ye.dataReady,Ke=M(S,ie);if(S.isDepthTexture)re=x(S.format===Us,S.type),be&&(ge?t.texStorage2D(i.TEXTURE_2D,1,re,ie.width,ie.height):t.texImage2D(i.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,O,null));else if(S.isDataTexture)if(we.length>0){ge&&be&&t.texStorage2D(i.TEXTURE_2D,Ke,re,we[0].width,we[0].height);for(let le=0,ke=we.length;le<ke;le++)ne=we[le],ge?He&&t.texSubImage2D(i.TEXTURE_2D,le,0,0,ne.width,ne.height,pe,O,ne.data):t.texImage2D(i.TEXTURE_2D,le,re,ne.width,ne.height,0,pe,O,ne.data);S.generateMipmaps=!1}else ge?(be&&t.texStorage2D(i.TEXTURE_2D,Ke,re,ie.width,ie.height),He&&Kt(S,ie,pe,O)):t.texImage2D(i.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,O,ie.data);else if(S.isCompressedTexture)if(S.isCompressedArrayTexture){ge&&be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Ke,re,we[0].width,we[0].height,ie.depth);for(let le=0,ke=we.length;le<ke;le++)if(ne=we[le],S.format!==Yi)if(pe!==null)if(ge){if(He)if(S.layerUpdates.size>0){let je=yf(ne.width,ne.height,S.format,S.type);for(let Ce of S.layerUpdates){let lt=ne.data.subarray(Ce*je/ne.data.BYTES_PER_ELEMENT,(Ce+1)*je/ne.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,le,0,0,Ce,ne.width,ne.height,1,pe,lt)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,le,0,0,0,ne.width,ne.height,ie.depth,pe,ne.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,le,re,ne.width,ne.height,ie.depth,0,ne.data,0,0);else Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?He&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,le,0,0,0,ne.width,ne.height,ie.depth,pe,O,ne.data):t.texImage3D(i.TEXTURE_2D_ARRAY,le,re,ne.width,ne.height,ie.depth,0,pe,O,ne.data);S.layerUpdates.size>0&&S.clearLayerUpdates()}else{ge&&be&&t.texStorage2D(i.TEXTURE_2D,Ke,re,we[0].width,we[0].height);for(let le=0,ke=we.length;le<ke;le++)ne=we[le],S.format!==Yi?pe!==null?ge?He&&t.compressedTexSubImage2D(i.TEXTURE_2D,le,0,0,ne.width,ne.height,pe,ne.data):t.compressedTexImage2D(i.TEXTURE_2D,le,re,ne.width,ne.height,0,ne.data):Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?He&&t.texSubImage2D(i.TEXTURE_2D,le,0,0,ne.width,ne.height,pe,O,ne.data):t.texImage2D(i.TEXTURE_2D,le,re,ne.width,ne.height,0,pe,O,ne.data)}else if(S.isDataArrayTexture)if(ge){if(be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Ke,re,ie.width,ie.height,ie.depth),He)if(S.layerUpdates.size>0){let le=yf(ie.width,ie.height,S.format,S.type);for(let ke of S.layerUpdates){let je=ie.data.subarray(ke*le/ie.data.BYTES_PER_ELEMENT,(ke+1)*le/ie.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,ke,ie.width,ie.height,1,pe,O,je)}S.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,ie.width,ie.height,ie.depth,pe,O,ie.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,re,ie.width,ie.height,ie.depth,0,pe,O,ie.data);else if(S.isData3DTexture)ge?(be&&t.texStorage3D(i.TEXTURE_3D,Ke,re,ie.width,ie.height,ie.depth),He&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,ie.width,ie.height,ie.depth,pe,O,ie.data)):t.texImage3D(i.TEXTURE_3D,0,re,ie.width,ie.height,ie.depth,0,pe,O,ie.data);else if(S.isFramebufferTexture){if(be)if(ge)t.texStorage2D(i.TEXTURE_2D,Ke,re,ie.width,ie.height);else{let le=ie.width,ke=ie.height;for(let je=0;je<Ke;je++)t.texImage2D(i.TEXTURE_2D,je,re,le,ke,0,pe,O,null),le>>=1,ke>>=1}}else if(S.isHTMLTexture){if("texElementImage2D"in i){let le=i.canvas;if(le.hasAttribute("layoutsubtree")||le.setAttribute("layoutsubtree","true"),ie.parentNode!==le){le.appendChild(ie),u.add(S),le.onpaint=ke=>{let je=ke.changedElements;for(let Ce of u)je.includes(Ce.image)&&(Ce.needsUpdate=!0)},le.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,ie);else{let je=i.RGBA,Ce=i.RGBA,lt=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,je,Ce,lt,ie)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(we.length>0){if(ge&&be){let le=qe(we[0]);t.texStorage2D(i.TEXTURE_2D,Ke,re,le.width,le.height)}for(let le=0,ke=we.length;le<ke;le++)ne=we[le],ge?He&&t.texSubImage2D(i.TEXTURE_2D,le,0,0,pe,O,ne):t.texImage2D(i.TEXTURE_2D,le,re,pe,O,ne);S.generateMipmaps=!1}else if(ge){if(be){let le=qe(ie);t.texStorage2D(i.TEXTURE_2D,Ke,re,le.width,le.height)}He&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,pe,O,ie)}else t.texImage2D(i.TEXTURE_2D,0,re,pe,O,ie);E(S)&&S.mipmapsAutoUpdate===!0&&b(he),_e.__version=ye.version,S.onUpdate&&S.onUpdate(S)}R.__version=S.version}function cn(R,S,q){if(S.image.length!==6)return;let he=ct(R,S),oe=S.source;t.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+q);let ye=n.get(oe);if(oe.version!==ye.__version||he===!0){t.activeTexture(i.TEXTURE0+q);let _e=xt.getPrimaries(xt.workingColorSpace),te=S.colorSpace===Fs?null:xt.getPrimaries(S.colorSpace),ie=S.colorSpace===Fs||_e===te?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ie);let pe=S.isCompressedTexture||S.image[0].isCompressedTexture,O=S.image[0]&&S.image[0].isDataTexture,re=[];for(let Ce=0;Ce<6;Ce++)!pe&&!O?re[Ce]=y(S.image[Ce],!0,s.maxCubemapSize):re[Ce]=O?S.image[Ce].image:S.image[Ce],re[Ce]=Ve(S,re[Ce]);let ne=re[0],we=r.convert(S.format,S.colorSpace),ge=r.convert(S.type),be=w(S.internalFormat,we,ge,S.normalized,S.colorSpace),He=S.isVideoTexture!==!0,Ke=ye.__version===void 0||he===!0,le=oe.dataReady,ke=M(S,ne);dt(i.TEXTURE_CUBE_MAP,S);let je;if(S.isDepthTexture){if(be=x(S.format===Us,S.type),Ke)if(He)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,be,ne.width,ne.height);else for(let Ce=0;Ce<6;Ce++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,ne.width,ne.height,0,we,ge,null)}else if(pe){He&&Ke&&t.texStorage2D(i.TEXTURE_CUBE_MAP,ke,be,ne.width,ne.height);for(let Ce=0;Ce<6;Ce++){je=re[Ce].mipmaps;for(let lt=0;lt<je.length;lt++){let Ht=je[lt];S.format!==Yi?we!==null?He?le&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt,0,0,Ht.width,Ht.height,we,Ht.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt,be,Ht.width,Ht.height,0,Ht.data):Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt,0,0,Ht.width,Ht.height,we,ge,Ht.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt,be,Ht.width,Ht.height,0,we,ge,Ht.data)}}}else{if(je=S.mipmaps,He&&Ke){je.length>0&&ke++;let Ce=qe(re[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,ke,be,Ce.width,Ce.height)}for(let Ce=0;Ce<6;Ce++)if(O){He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,re[Ce].width,re[Ce].height,we,ge,re[Ce].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,re[Ce].width,re[Ce].height,0,we,ge,re[Ce].data);for(let lt=0;lt<je.length;lt++){let Yn=je[lt].image[Ce].image;He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt+1,0,0,Yn.width,Yn.height,we,ge,Yn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt+1,be,Yn.width,Yn.height,0,we,ge,Yn.data)}}else{He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,we,ge,re[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,be,we,ge,re[Ce]);for(let lt=0;lt<je.length;lt++){let Ht=je[lt];He?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt+1,0,0,we,ge,Ht.image[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,lt+1,be,we,ge,Ht.image[Ce])}}}E(S)&&S.mipmapsAutoUpdate===!0&&b(i.TEXTURE_CUBE_MAP),ye.__version=oe.version,S.onUpdate&&S.onUpdate(S)}R.__version=S.version}function Ot(R,S,q,he,oe,ye){let _e=r.convert(q.format,q.colorSpace),te=r.convert(q.type),ie=w(q.internalFormat,_e,te,q.normalized,q.colorSpace),pe=n.get(S),O=n.get(q);if(O.__renderTarget=S,!pe.__hasExternalTextures){let re=Math.max(1,S.width>>ye),ne=Math.max(1,S.height>>ye);oe===i.TEXTURE_3D||oe===i.TEXTURE_2D_ARRAY?t.texImage3D(oe,ye,ie,re,ne,S.depth,0,_e,te,null):t.texImage2D(oe,ye,ie,re,ne,0,_e,te,null)}t.bindFramebuffer(i.FRAMEBUFFER,R),Me(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,he,oe,O.__webglTexture,0,ot(S)):(oe===i.TEXTURE_2D||oe>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,he,oe,O.__webglTexture,ye),t.bindFramebuffer(i.FRAMEBUFFER,null)}function Tn(R,S,q){if(i.bindRenderbuffer(i.RENDERBUFFER,R),S.depthBuffer){let he=S.depthTexture,oe=he&&he.isDepthTexture?he.type:null,ye=x(S.stencilBuffer,oe),_e=S.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Me(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ot(S),ye,S.width,S.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,ot(S),ye,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,ye,S.width,S.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,_e,i.RENDERBUFFER,R)}else{let he=S.textures;for(let oe=0;oe<he.length;oe++){let ye=he[oe],_e=r.convert(ye.format,ye.colorSpace),te=r.convert(ye.type),ie=w(ye.internalFormat,_e,te,ye.normalized,ye.colorSpace);Me(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ot(S),ie,S.width,S.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,ot(S),ie,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,ie,S.width,S.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function vt(R,S,q){let he=S.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,R),!(S.depthTexture&&S.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=n.get(S.depthTexture);oe.__renderTarget=S;let ye=he?S.depthTexture.image[0]:S.depthTexture.image;(!oe.__webglTexture||ye.width!==S.width||ye.height!==S.height)&&(ye.width=S.width,ye.height=S.height,S.depthTexture.needsUpdate=!0),he?Se(S.depthTexture,0):me(S.depthTexture,0);let _e=oe.__webglTexture,te=ot(S),ie=he?i.TEXTURE_CUBE_MAP_POSITIVE_X+q:i.TEXTURE_2D,pe=S.depthTexture.format===Us?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(S.depthTexture.format===Is)Me(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,_e,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,_e,0);else if(S.depthTexture.format===Us)Me(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,_e,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,_e,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function yn(R){let S=n.get(R),q=R.isWebGLCubeRenderTarget===!0;if(S.__boundDepthTexture!==R.depthTexture){let he=R.depthTexture;if(S.__depthDisposeCallback&&S.__depthDisposeCallback(),he){let oe=()=>{delete S.__boundDepthTexture,delete S.__depthDisposeCallback,he.removeEventListener("dispose",oe)};he.addEventListener("dispose",oe),S.__depthDisposeCallback=oe}S.__boundDepthTexture=he}if(R.depthTexture&&!S.__autoAllocateDepthBuffer)if(q)for(let he=0;he<6;he++)vt(S.__webglFramebuffer[he],R,he);else R.texture.mipmaps.length>0?vt(S.__webglFramebuffer[0],R,0):vt(S.__webglFramebuffer,R,0);else if(q){S.__webglDepthbuffer=[];for(let he=0;he<6;he++)if(t.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer[he]),S.__webglDepthbuffer[he]===void 0)S.__webglDepthbuffer[he]=i.createRenderbuffer(),Tn(S.__webglDepthbuffer[he],R,!1);else{let oe=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ye=S.__webglDepthbuffer[he];i.bindRenderbuffer(i.RENDERBUFFER,ye),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,ye)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer),S.__webglDepthbuffer===void 0)S.__webglDepthbuffer=i.createRenderbuffer(),Tn(S.__webglDepthbuffer,R,!1);else{let oe=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ye=S.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,ye),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,ye)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function en(R,S,q){let he=n.get(R);S!==void 0&&Ot(he.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),q!==void 0&&yn(R)}function hn(R){let S=R.texture,q=n.get(R),he=n.get(S);R.addEventListener("dispose",z),F(R);let oe=R.textures,ye=R.isWebGLCubeRenderTarget===!0,_e=oe.length>1;if(_e||(he.__webglTexture===void 0&&(he.__webglTexture=i.createTexture()),he.__version=S.version,o.memory.textures++),ye){q.__webglFramebuffer=[];for(let te=0;te<6;te++)if(S.mipmaps.length>0){q.__webglFramebuffer[te]=[];for(let ie=0;ie<S.mipmaps.length;ie++)q.__webglFramebuffer[te][ie]=i.createFramebuffer()}else q.__webglFramebuffer[te]=i.createFramebuffer()}else{if(S.mipmaps.length>0){q.__webglFramebuffer=[];for(let te=0;te<S.mipmaps.length;te++)q.__webglFramebuffer[te]=i.createFramebuffer()}else q.__webglFramebuffer=i.createFramebuffer();if(_e)for(let te=0,ie=oe.length;te<ie;te++){let pe=n.get(oe[te]);pe.__webglTexture===void 0&&(pe.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&Me(R)===!1){q.__webglMultisampledFramebuffer=i.createFramebuffer(),q.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let te=0;te<oe.length;te++){let ie=oe[te];q.__webglColorRenderbuffer[te]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,q.__webglColorRenderbuffer[te]);let pe=r.convert(ie.format,ie.colorSpace),O=r.convert(ie.type),re=w(ie.internalFormat,pe,O,ie.normalized,ie.colorSpace,R.isXRRenderTarget===!0),ne=ot(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,ne,re,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+te,i.RENDERBUFFER,q.__webglColorRenderbuffer[te])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(q.__webglDepthRenderbuffer=i.createRenderbuffer(),Tn(q.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(ye){t.bindTexture(i.TEXTURE_CUBE_MAP,he.__webglTexture),dt(i.TEXTURE_CUBE_MAP,S);for(let te=0;te<6;te++)if(S.mipmaps.length>0)for(let ie=0;ie<S.mipmaps.length;ie++)Ot(q.__webglFramebuffer[te][ie],R,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,ie);else Ot(q.__webglFramebuffer[te],R,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,0);E(S)?b(i.TEXTURE_CUBE_MAP):S.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,S.mipmaps.length-1),t.unbindTexture()}else if(_e){for(let te=0,ie=oe.length;te<ie;te++){let pe=oe[te],O=n.get(pe),re=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(re=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(re,O.__webglTexture),dt(re,pe),Ot(q.__webglFramebuffer,R,pe,i.COLOR_ATTACHMENT0+te,re,0),E(pe)&&b(re)}t.unbindTexture()}else{let te=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(te=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(te,he.__webglTexture),dt(te,S),S.mipmaps.length>0)for(let ie=0;ie<S.mipmaps.length;ie++)Ot(q.__webglFramebuffer[ie],R,S,i.COLOR_ATTACHMENT0,te,ie);else Ot(q.__webglFramebuffer,R,S,i.COLOR_ATTACHMENT0,te,0);E(S)?b(te):S.mipmaps.length>0&&i.texParameteri(te,i.TEXTURE_MAX_LEVEL,S.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&yn(R)}function k(R){let S=R.textures;for(let q=0,he=S.length;q<he;q++){let oe=S[q];if(E(oe)&&oe.mipmapsAutoUpdate===!0){let ye=P(R),_e=n.get(oe).__webglTexture;t.bindTexture(ye,_e),b(ye),t.unbindTexture()}}}let Pe=[];function $e(R){if(R.samples>0){if(Me(R)===!1){let S=R.textures,q=R.width,he=R.height,oe=i.COLOR_BUFFER_BIT,ye=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_e=n.get(R),te=S.length>1;if(te)for(let pe=0;pe<S.length;pe++)t.bindFramebuffer(i.FRAMEBUFFER,_e.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,_e.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,_e.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,_e.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,_e.__webglFramebuffer);for(let pe=0;pe<S.length;pe++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(oe|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(oe|=i.STENCIL_BUFFER_BIT)),te){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,_e.__webglColorRenderbuffer[pe]);let O=n.get(S[pe]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,O,0)}i.blitFramebuffer(0,0,q,he,0,0,q,he,oe,i.NEAREST),l===!0&&(Pe.length=0,Pe.push(i.COLOR_ATTACHMENT0+pe),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Pe.push(ye),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Pe))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),te)for(let pe=0;pe<S.length;pe++){t.bindFramebuffer(i.FRAMEBUFFER,_e.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,_e.__webglColorRenderbuffer[pe]);let O=n.get(S[pe]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,_e.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,O,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,_e.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let S=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[S])}}}function ot(R){return Math.min(s.maxSamples,R.samples)}function Me(R){let S=n.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&S.__useRenderToTexture!==!1}function Bt(R){let S=o.render.frame;h.get(R)!==S&&(h.set(R,S),R.update())}function Ve(R,S){let q=R.colorSpace,he=R.format,oe=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||q!==Ea&&q!==Fs&&(xt.getTransfer(q)===Rt?(he!==Yi||oe!==ai)&&Ye("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Je("WebGLTextures: Unsupported texture color space:",q)),S}function qe(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ue,this.resetTextureUnits=Q,this.getTextureUnits=se,this.setTextureUnits=de,this.setTexture2D=me,this.setTexture2DArray=xe,this.setTexture3D=Ae,this.setTextureCube=Se,this.rebindTextures=en,this.setupRenderTarget=hn,this.updateRenderTargetMipmap=k,this.updateMultisampleRenderTarget=$e,this.setupDepthRenderbuffer=yn,this.setupFrameBufferTexture=Ot,this.useMultisampledRTT=Me,this.dispose=X}function y1(i,e){function t(n,s=Fs){let r,o=xt.getTransfer(s);if(n===ai)return i.UNSIGNED_BYTE;if(n===Jc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Qc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Jd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Qd)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Kd)return i.BYTE;if(n===jd)return i.SHORT;if(n===Bo)return i.UNSIGNED_SHORT;if(n===jc)return i.INT;if(n===Wi)return i.UNSIGNED_INT;if(n===Xi)return i.FLOAT;if(n===qi)return i.HALF_FLOAT;if(n===ef)return i.ALPHA;if(n===tf)return i.RGB;if(n===Yi)return i.RGBA;if(n===Is)return i.DEPTH_COMPONENT;if(n===Us)return i.DEPTH_STENCIL;if(n===nf)return i.RED;if(n===eh)return i.RED_INTEGER;if(n===cr)return i.RG;if(n===th)return i.RG_INTEGER;if(n===nh)return i.RGBA_INTEGER;if(n===el||n===tl||n===nl||n===il)if(o===Rt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===el)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===tl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===nl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===il)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===el)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===tl)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===nl)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===il)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===ih||n===sh||n===rh||n===oh)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===ih)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===sh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===rh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===oh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===ah||n===lh||n===ch||n===hh||n===uh||n===sl||n===dh)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===ah||n===lh)return o===Rt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===ch)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===hh)return r.COMPRESSED_R11_EAC;if(n===uh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===sl)return r.COMPRESSED_RG11_EAC;if(n===dh)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===fh||n===ph||n===mh||n===gh||n===yh||n===xh||n===_h||n===vh||n===bh||n===Sh||n===Mh||n===wh||n===Eh||n===Th)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===fh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===ph)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===mh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===gh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===yh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===xh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===_h)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===vh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===bh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Sh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Mh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===wh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Eh)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Th)return o===Rt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Ah||n===Ch||n===Ph)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===Ah)return o===Rt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Ch)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Ph)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Rh||n===Ih||n===rl||n===Lh)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Rh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Ih)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===rl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Lh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Dr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var x1=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,_1=`
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

}`,Tf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new Fa(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new Ri({vertexShader:x1,fragmentShader:_1,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Tt(new Pi(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Af=class extends zi{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,_=typeof XRWebGLBinding<"u",m=new Tf,g={},y=t.getContextAttributes(),E=null,b=null,P=[],w=[],x=new Re,M=null,F=null,L=new ei;L.viewport=new Lt;let D=new ei;D.viewport=new Lt;let z=[L,D],W=new Yc,U=null,X=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(ee){let me=P[ee];return me===void 0&&(me=new Io,P[ee]=me),me.getTargetRaySpace()},this.getControllerGrip=function(ee){let me=P[ee];return me===void 0&&(me=new Io,P[ee]=me),me.getGripSpace()},this.getHand=function(ee){let me=P[ee];return me===void 0&&(me=new Io,P[ee]=me),me.getHandSpace()};function $(ee){let me=w.indexOf(ee.inputSource);if(me===-1)return;let xe=P[me];xe!==void 0&&(xe.update(ee.inputSource,ee.frame,c||o),xe.dispatchEvent({type:ee.type,data:ee.inputSource}))}function H(){s.removeEventListener("select",$),s.removeEventListener("selectstart",$),s.removeEventListener("selectend",$),s.removeEventListener("squeeze",$),s.removeEventListener("squeezestart",$),s.removeEventListener("squeezeend",$),s.removeEventListener("end",H),s.removeEventListener("inputsourceschange",ce);for(let ee=0;ee<P.length;ee++){let me=w[ee];me!==null&&(w[ee]=null,P[ee].disconnect(me))}U=null,X=null,m.reset();for(let ee in g)delete g[ee];if(e.setRenderTarget(E),f=null,d=null,u=null,s=null,b=null,ue.stop(),n.isPresenting=!1,e.setPixelRatio(M),e.setSize(x.width,x.height,!1),F!==null){let ee=F.camera;ee.fov=F.fov,ee.zoom=F.zoom,ee.updateProjectionMatrix(),F=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(ee){r=ee,n.isPresenting===!0&&Ye("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(ee){a=ee,n.isPresenting===!0&&Ye("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(ee){c=ee},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&_&&(u=new XRWebGLBinding(s,t)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(ee){if(s=ee,s!==null){if(E=e.getRenderTarget(),s.addEventListener("select",$),s.addEventListener("selectstart",$),s.addEventListener("selectend",$),s.addEventListener("squeeze",$),s.addEventListener("squeezestart",$),s.addEventListener("squeezeend",$),s.addEventListener("end",H),s.addEventListener("inputsourceschange",ce),y.xrCompatible!==!0&&await t.makeXRCompatible(),M=e.getPixelRatio(),e.getSize(x),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let xe=null,Ae=null,Se=null;y.depth&&(Se=y.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,xe=y.stencil?Us:Is,Ae=y.stencil?Dr:Wi);let We={colorFormat:t.RGBA8,depthFormat:Se,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(We),s.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),b=new yi(d.textureWidth,d.textureHeight,{format:Yi,type:ai,depthTexture:new Ds(d.textureWidth,d.textureHeight,Ae,void 0,void 0,void 0,void 0,void 0,void 0,xe),stencilBuffer:y.stencil,colorSpace:e.outputColorSpace,samples:y.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let xe={antialias:y.antialias,alpha:!0,depth:y.depth,stencil:y.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,xe),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),b=new yi(f.framebufferWidth,f.framebufferHeight,{format:Yi,type:ai,colorSpace:e.outputColorSpace,stencilBuffer:y.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}b.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ue.setContext(s),ue.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ce(ee){for(let me=0;me<ee.removed.length;me++){let xe=ee.removed[me],Ae=w.indexOf(xe);Ae>=0&&(w[Ae]=null,P[Ae].disconnect(xe))}for(let me=0;me<ee.added.length;me++){let xe=ee.added[me],Ae=w.indexOf(xe);if(Ae===-1){for(let We=0;We<P.length;We++)if(We>=w.length){w.push(xe),Ae=We;break}else if(w[We]===null){w[We]=xe,Ae=We;break}if(Ae===-1)break}let Se=P[Ae];Se&&Se.connect(xe)}}function j(ee,me){me===null?ee.matrixWorld.copy(ee.matrix):ee.matrixWorld.multiplyMatrices(me.matrixWorld,ee.matrix),ee.matrixWorldInverse.copy(ee.matrixWorld).invert()}this.updateCamera=function(ee){if(s===null)return;let me=ee.near,xe=ee.far;m.texture!==null&&(m.depthNear>0&&(me=m.depthNear),m.depthFar>0&&(xe=m.depthFar)),W.near=D.near=L.near=me,W.far=D.far=L.far=xe,(U!==W.near||X!==W.far)&&(s.updateRenderState({depthNear:W.near,depthFar:W.far}),U=W.near,X=W.far),W.layers.mask=ee.layers.mask|6,L.layers.mask=W.layers.mask&-5,D.layers.mask=W.layers.mask&-3;let Ae=ee.parent,Se=W.cameras;j(W,Ae);for(let We=0;We<Se.length;We++)j(Se[We],Ae);W.projectionMatrix.copy(L.projectionMatrix),W.projectionMatrixInverse.copy(L.projectionMatrixInverse),F===null&&ee.isPerspectiveCamera&&(F={camera:ee,fov:ee.fov,zoom:ee.zoom}),Q(ee,W,Ae)};function Q(ee,me,xe){xe===null?ee.matrix.copy(me.matrixWorld):(ee.matrix.copy(xe.matrixWorld),ee.matrix.invert(),ee.matrix.multiply(me.matrixWorld)),ee.matrix.decompose(ee.position,ee.quaternion,ee.scale),ee.updateMatrixWorld(!0),ee.projectionMatrix.copy(me.projectionMatrix),ee.projectionMatrixInverse.copy(me.projectionMatrixInverse),ee.isPerspectiveCamera&&(ee.fov=Co*2*Math.atan(1/ee.projectionMatrix.elements[5]),ee.zoom=1)}this.getCamera=function(){return W},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(ee){l=ee,d!==null&&(d.fixedFoveation=ee),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=ee)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(W)},this.getCameraTexture=function(ee){return g[ee]};let se=null;function de(ee,me){if(h=me.getViewerPose(c||o),p=me,h!==null){let xe=h.views;f!==null&&(e.setRenderTargetFramebuffer(b,f.framebuffer),e.setRenderTarget(b));let Ae=!1;xe.length!==W.cameras.length&&(W.cameras.length=0,Ae=!0);for(let Ge=0;Ge<xe.length;Ge++){let dt=xe[Ge],ct=null;if(f!==null)ct=f.getViewport(dt);else{let Kt=u.getViewSubImage(d,dt);ct=Kt.viewport,Ge===0&&(e.setRenderTargetTextures(b,Kt.colorTexture,Kt.depthStencilTexture),e.setRenderTarget(b))}let it=z[Ge];it===void 0&&(it=new ei,it.layers.enable(Ge),it.viewport=new Lt,z[Ge]=it),it.matrix.fromArray(dt.transform.matrix),it.matrix.decompose(it.position,it.quaternion,it.scale),it.projectionMatrix.fromArray(dt.projectionMatrix),it.projectionMatrixInverse.copy(it.projectionMatrix).invert(),it.viewport.set(ct.x,ct.y,ct.width,ct.height),Ge===0&&(W.matrix.copy(it.matrix),W.matrix.decompose(W.position,W.quaternion,W.scale)),Ae===!0&&W.cameras.push(it)}let Se=s.enabledFeatures;if(Se&&Se.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){u=n.getBinding();let Ge=u.getDepthInformation(xe[0]);Ge&&Ge.isValid&&Ge.texture&&m.init(Ge,s.renderState)}if(Se&&Se.includes("camera-access")&&_){e.state.unbindTexture(),u=n.getBinding();for(let Ge=0;Ge<xe.length;Ge++){let dt=xe[Ge].camera;if(dt){let ct=g[dt];ct||(ct=new Fa,g[dt]=ct);let it=u.getCameraImage(dt);ct.sourceTexture=it}}}}for(let xe=0;xe<P.length;xe++){let Ae=w[xe],Se=P[xe];Ae!==null&&Se!==void 0&&Se.update(Ae,me,c||o)}se&&se(ee,me),me.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:me}),p=null}let ue=new Jg;ue.setAnimationLoop(de),this.setAnimationLoop=function(ee){se=ee},this.dispose=function(){}}},v1=new St,l0=new nt;l0.set(-1,0,0,0,1,0,0,0,1);function b1(i,e){function t(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,pf(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,y,E,b){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,b)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),_(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,y,E):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,t(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===ni&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,t(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===ni&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,t(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,t(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,t(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let y=e.get(g),E=y.envMap,b=y.envMapRotation;E&&(m.envMap.value=E,m.envMapRotation.value.setFromMatrix4(v1.makeRotationFromEuler(b)).transpose(),E.isCubeTexture&&E.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(l0),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,t(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,t(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,y,E){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*y,m.scale.value=E*.5,g.map&&(m.map.value=g.map,t(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,t(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,t(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,y){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,t(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,t(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,t(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,t(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,t(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,t(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===ni&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,t(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,t(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=y.texture,m.transmissionSamplerSize.value.set(y.width,y.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,t(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,t(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,t(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,t(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,t(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function _(m,g){let y=e.get(g).light;m.referencePosition.value.setFromMatrixPosition(y.matrixWorld),m.nearDistance.value=y.shadow.camera.near,m.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function S1(i,e,t,n){let s={},r={};function o(y,E){let b=E.program;n.uniformBlockBinding(y,b,s[y.id])}function a(y,E){let b=s[y.id];b===void 0&&(p(y),b=l(y),s[y.id]=b,y.addEventListener("dispose",m));let P=E.program;n.updateUBOMapping(y,P);let w=e.render.frame;r[y.id]!==w&&(c(y),r[y.id]=w)}function l(y){let E=i.createBuffer(),b=y.__size,P=y.usage;return i.bindBuffer(i.UNIFORM_BUFFER,E),i.bufferData(i.UNIFORM_BUFFER,b,P),i.bindBuffer(i.UNIFORM_BUFFER,null),E}function c(y){let E=s[y.id],b=y.uniforms,P=y.__cache;i.bindBuffer(i.UNIFORM_BUFFER,E);for(let w=0,x=b.length;w<x;w++){let M=b[w];if(Array.isArray(M))for(let F=0,L=M.length;F<L;F++)h(M[F],w,F,P);else h(M,w,0,P)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(y,E,b,P){if(d(y,E,b,P)===!0){let w=y.__offset,x=y.value;if(Array.isArray(x)){let M=0;for(let F=0;F<x.length;F++){let L=x[F],D=_(L,!0);u(L,y.__data,M),M+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else u(x,y.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,w,y.__data)}}function u(y,E,b){typeof y=="number"||typeof y=="boolean"?E[b]=y:y.isMatrix3?(E[b]=y.elements[0],E[b+1]=y.elements[1],E[b+2]=y.elements[2],E[b+3]=0,E[b+4]=y.elements[3],E[b+5]=y.elements[4],E[b+6]=y.elements[5],E[b+7]=0,E[b+8]=y.elements[6],E[b+9]=y.elements[7],E[b+10]=y.elements[8],E[b+11]=0):ArrayBuffer.isView(y)?E.set(y.subarray(0,E.length-b),b):y.toArray(E,b)}function d(y,E,b,P){let w=y.value,x=E+"_"+b;if(Array.isArray(w)){P[x]===void 0&&(P[x]=[]);let M=P[x],F=!1;for(let L=0;L<w.length;L++)f(w[L],M,L)===!0&&(F=!0);return F}return f(w,P,x)}function f(y,E,b){if(E[b]===void 0)return typeof y=="number"||typeof y=="boolean"?E[b]=y:ArrayBuffer.isView(y)?E[b]=y.slice():E[b]=y.clone(),!0;{let P=E[b];if(typeof y=="number"||typeof y=="boolean"){if(P!==y)return E[b]=y,!0}else{if(ArrayBuffer.isView(y))return!0;if(P.equals(y)===!1)return P.copy(y),!0}}return!1}function p(y){let E=y.uniforms,b=0,P=16;for(let x=0,M=E.length;x<M;x++){let F=Array.isArray(E[x])?E[x]:[E[x]];for(let L=0,D=F.length;L<D;L++){let z=F[L],W=Array.isArray(z.value)?z.value:[z.value],U=Array.isArray(E[x])||Array.isArray(z.value),X=b;for(let H=0,ce=W.length;H<ce;H++){let j=W[H],Q=_(j,U),se=b%P,de=se%Q.boundary,ue=se+de;b+=de,ue!==0&&P-ue<Q.storage&&(b+=P-ue),H===0&&(X=b),b+=Q.storage}let $=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new $((b-X)/Float32Array.BYTES_PER_ELEMENT),z.__offset=X}}let w=b%P;return w>0&&(b+=P-w),y.__size=b,y.__cache={},this}function _(y,E){let b={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(b.boundary=4,b.storage=4):y.isVector2?(b.boundary=8,b.storage=8):y.isVector3||y.isColor?(b.boundary=16,b.storage=12):y.isVector4?(b.boundary=16,b.storage=16):y.isMatrix3?(b.boundary=16,b.storage=48):y.isMatrix4?(b.boundary=16,b.storage=64):y.isTexture?Ye("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(y)?(b.boundary=16,b.storage=y.byteLength):Ye("WebGLRenderer: Unsupported uniform value type.",y),E===!0&&(b.boundary=16,b.storage=Math.ceil(b.storage/16)*16),b}function m(y){let E=y.target;E.removeEventListener("dispose",m),i.deleteBuffer(s[E.id]),delete s[E.id],delete r[E.id]}function g(){for(let y in s)i.deleteBuffer(s[y]);s={},r={}}return{bind:o,update:a,dispose:g}}var M1=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ds=null;function w1(){return ds===null&&(ds=new bc(M1,16,16,cr,qi),ds.name="DFG_LUT",ds.minFilter=ti,ds.magFilter=ti,ds.wrapS=cs,ds.wrapT=cs,ds.generateMipmaps=!1,ds.needsUpdate=!0),ds}var kh=class{constructor(e={}){let{canvas:t=wg(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=ai}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let _=f,m=new Set([nh,th,eh]),g=new Set([ai,Wi,Bo,Dr,Jc,Qc]),y=new Uint32Array(4),E=new Int32Array(4),b={textures:[],min:[],max:[],resolution:[]},P=null,w=null,x=[],M=[],F=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=us,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,D=!1,z=null,W=null,U=null,X=null;this._outputColorSpace=gi;let $=0,H=0,ce=null,j=-1,Q=null,se=new Lt,de=new Lt,ue=null,ee=new Qe(0),me=0,xe=t.width,Ae=t.height,Se=1,We=null,rt=null,Ge=new Lt(0,0,xe,Ae),dt=new Lt(0,0,xe,Ae),ct=!1,it=new Qs,Kt=new Sc,Gt=!1,cn=!1,Ot=new St,Tn=new C,vt=new Lt,yn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},en=!1;function hn(){return ce===null?Se:1}let k=n;function Pe(A,B){return t.getContext(A,B)}let $e,ot,Me,Bt,Ve,qe,R,S,q,he,oe,ye,_e,te,ie,pe,O,re,ne,we,ge,be,He;try{let A={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",ke,!1),t.addEventListener("webglcontextrestored",je,!1),t.addEventListener("webglcontextcreationerror",Ce,!1),k===null){let B="webgl2";if(k=Pe(B,A),k===null)throw Pe(B)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Ke()}catch(A){throw t.removeEventListener("webglcontextlost",ke,!1),t.removeEventListener("webglcontextrestored",je,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),Je("WebGLRenderer: "+A.message),A}function Ke(){$e=new UM(k),$e.init(),ge=new y1(k,$e),ot=new wM(k,$e,e,ge),Me=new m1(k,$e),ot.reversedDepthBuffer&&d&&Me.buffers.depth.setReversed(!0),W=k.createFramebuffer(),U=k.createFramebuffer(),X=k.createFramebuffer(),Bt=new kM(k),Ve=new t1,qe=new g1(k,$e,Me,Ve,ot,ge,Bt),R=new NM(L),S=new zv(k),be=new SM(k,S),q=new FM(k,S,Bt,be),he=new zM(k,q,S,be,Bt),re=new BM(k,ot,qe),ie=new EM(Ve),oe=new e1(L,R,$e,ot,be,ie),ye=new b1(L,Ve),_e=new i1,te=new c1($e),O=new bM(L,R,Me,he,p,l),pe=new p1(L,he,ot),He=new S1(k,Bt,ot,Me),ne=new MM(k,$e,Bt),we=new OM(k,$e,Bt),Bt.programs=oe.programs,L.capabilities=ot,L.extensions=$e,L.properties=Ve,L.renderLists=_e,L.shadowMap=pe,L.state=Me,L.info=Bt}_!==ai&&(F=new GM(_,t.width,t.height,a,s,r));let le=new Af(L,k);this.xr=le,this.getContext=function(){return k},this.getContextAttributes=function(){return k.getContextAttributes()},this.forceContextLoss=function(){let A=$e.get("WEBGL_lose_context");A&&A.loseContext()},this.forceContextRestore=function(){let A=$e.get("WEBGL_lose_context");A&&A.restoreContext()},this.getPixelRatio=function(){return Se},this.setPixelRatio=function(A){A!==void 0&&(Se=A,this.setSize(xe,Ae,!1))},this.getSize=function(A){return A.set(xe,Ae)},this.setSize=function(A,B,J=!0){if(le.isPresenting){Ye("WebGLRenderer: Can't change size while VR device is presenting.");return}xe=A,Ae=B,t.width=Math.floor(A*Se),t.height=Math.floor(B*Se),J===!0&&(t.style.width=A+"px",t.style.height=B+"px"),F!==null&&F.setSize(t.width,t.height),this.setViewport(0,0,A,B)},this.getDrawingBufferSize=function(A){return A.set(xe*Se,Ae*Se).floor()},this.setDrawingBufferSize=function(A,B,J){xe=A,Ae=B,Se=J,t.width=Math.floor(A*J),t.height=Math.floor(B*J),this.setViewport(0,0,A,B)},this.setEffects=function(A){if(_===ai){Je("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(A){for(let B=0;B<A.length;B++)if(A[B].isOutputPass===!0){Ye("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}F.setEffects(A||[])},this.getCurrentViewport=function(A){return A.copy(se)},this.getViewport=function(A){return A.copy(Ge)},this.setViewport=function(A,B,J,Y){A.isVector4?Ge.set(A.x,A.y,A.z,A.w):Ge.set(A,B,J,Y),Me.viewport(se.copy(Ge).multiplyScalar(hn()).round())},this.getScissor=function(A){return A.copy(dt)},this.setScissor=function(A,B,J,Y){A.isVector4?dt.set(A.x,A.y,A.z,A.w):dt.set(A,B,J,Y),Me.scissor(de.copy(dt).multiplyScalar(hn()).round())},this.getScissorTest=function(){return ct},this.setScissorTest=function(A){Me.setScissorTest(ct=A)},this.setOpaqueSort=function(A){We=A},this.setTransparentSort=function(A){rt=A},this.getClearColor=function(A){return A.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(A=!0,B=!0,J=!0){let Y=0;if(A){let Z=!1;if(ce!==null){let Ee=ce.texture.format;Z=m.has(Ee)}if(Z){let Ee=ce.texture.type,Le=g.has(Ee),Te=O.getClearColor(),De=O.getClearAlpha(),ze=Te.r,et=Te.g,pt=Te.b;Le?(y[0]=ze,y[1]=et,y[2]=pt,y[3]=De,k.clearBufferuiv(k.COLOR,0,y)):(E[0]=ze,E[1]=et,E[2]=pt,E[3]=De,k.clearBufferiv(k.COLOR,0,E))}else Y|=k.COLOR_BUFFER_BIT}B&&(Y|=k.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),J&&(Y|=k.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&k.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(A){A.setRenderer(this),z=A},this.dispose=function(){t.removeEventListener("webglcontextlost",ke,!1),t.removeEventListener("webglcontextrestored",je,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),O.dispose(),_e.dispose(),te.dispose(),qe.dispose(),Ve.dispose(),R.dispose(),he.dispose(),q.dispose(),be.dispose(),He.dispose(),oe.dispose(),le.dispose(),le.removeEventListener("sessionstart",Rl),le.removeEventListener("sessionend",ts),_s.stop()};function ke(A){A.preventDefault(),Ca("WebGLRenderer: Context Lost."),D=!0}function je(){Ca("WebGLRenderer: Context Restored."),D=!1;let A=Bt.autoReset,B=pe.enabled,J=pe.autoUpdate,Y=pe.needsUpdate,Z=pe.type;Ke(),Bt.autoReset=A,pe.enabled=B,pe.autoUpdate=J,pe.needsUpdate=Y,pe.type=Z}function Ce(A){Je("WebGLRenderer: A WebGL context could not be created. Reason: ",A.statusMessage)}function lt(A){let B=A.target;B.removeEventListener("dispose",lt),Ht(B)}function Ht(A){Yn(A),Ve.remove(A)}function Yn(A){let B=Ve.get(A).programs;B!==void 0&&(B.forEach(function(J){oe.releaseProgram(J)}),A.isShaderMaterial&&oe.releaseShaderCache(A))}this.renderBufferDirect=function(A,B,J,Y,Z,Ee){B===null&&(B=yn);let Le=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,Te=ha(A,B,J,Y,Z);Me.setMaterial(Y,Le);let De=J.index,ze=1;if(Y.wireframe===!0){if(De=q.getWireframeAttribute(J),De===void 0)return;ze=2}let et=J.drawRange,pt=J.attributes.position,Be=et.start*ze,mt=(et.start+et.count)*ze;Ee!==null&&(Be=Math.max(Be,Ee.start*ze),mt=Math.min(mt,(Ee.start+Ee.count)*ze)),De!==null?(Be=Math.max(Be,0),mt=Math.min(mt,De.count)):pt!=null&&(Be=Math.max(Be,0),mt=Math.min(mt,pt.count));let Jt=mt-Be;if(Jt<0||Jt===1/0)return;be.setup(Z,Y,Te,J,De);let Nt,Ut=ne;if(De!==null&&(Nt=S.get(De),Ut=we,Ut.setIndex(Nt)),Z.isMesh)Y.wireframe===!0?(Me.setLineWidth(Y.wireframeLinewidth*hn()),Ut.setMode(k.LINES)):Ut.setMode(k.TRIANGLES);else if(Z.isLine){let xn=Y.linewidth;xn===void 0&&(xn=1),Me.setLineWidth(xn*hn()),Z.isLineSegments?Ut.setMode(k.LINES):Z.isLineLoop?Ut.setMode(k.LINE_LOOP):Ut.setMode(k.LINE_STRIP)}else Z.isPoints?Ut.setMode(k.POINTS):Z.isSprite&&Ut.setMode(k.TRIANGLES);if(Z.isBatchedMesh)if($e.get("WEBGL_multi_draw"))Ut.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let xn=Z._multiDrawStarts,Fe=Z._multiDrawCounts,un=Z._multiDrawCount,yt=De?S.get(De).bytesPerElement:1,bs=Ve.get(Y).currentProgram.getUniforms();for(let dn=0;dn<un;dn++)bs.setValue(k,"_gl_DrawID",dn),Ut.render(xn[dn]/yt,Fe[dn])}else if(Z.isInstancedMesh)Ut.renderInstances(Be,Jt,Z.count);else if(J.isInstancedBufferGeometry){let xn=J._maxInstanceCount!==void 0?J._maxInstanceCount:1/0,Fe=Math.min(J.instanceCount,xn);Ut.renderInstances(Be,Jt,Fe)}else Ut.render(Be,Jt)};function aa(A,B,J,Y){z!==null&&A.isNodeMaterial&&z.setObject(Y,A),Gt===!0&&ie.setState(A,J,!1),A.transparent===!0&&A.side===Wn&&A.forceSinglePass===!1?(A.side=ni,A.needsUpdate=!0,ns(A,B,Y),A.side=lr,A.needsUpdate=!0,ns(A,B,Y),A.side=Wn):ns(A,B,Y)}this.compile=function(A,B,J=null){J===null&&(J=A),z!==null&&z.renderStart(A,B,J),w=te.get(J),w.init(B),M.push(w),J.traverseVisible(function(Z){Z.isLight&&Z.layers.test(B.layers)&&(w.pushLight(Z),Z.castShadow&&w.pushShadow(Z))}),A!==J&&A.traverseVisible(function(Z){Z.isLight&&Z.layers.test(B.layers)&&(w.pushLight(Z),Z.castShadow&&w.pushShadow(Z))}),w.setupLights(),z!==null&&z.updateLights(w.state.lightsArray),cn=this.localClippingEnabled,Gt=ie.init(this.clippingPlanes,cn),Gt===!0&&ie.setGlobalState(this.clippingPlanes,B),z!==null&&pe.render(w.state.shadowsArray,J,B);let Y=new Set;return A.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Ee=Z.material;if(Ee)if(Array.isArray(Ee))for(let Le=0;Le<Ee.length;Le++){let Te=Ee[Le];aa(Te,J,B,Z),Y.add(Te)}else aa(Ee,J,B,Z),Y.add(Ee)}),w=M.pop(),z!==null&&z.renderEnd(),Y},this.compileAsync=function(A,B,J=null){let Y=this.compile(A,B,J);return new Promise(Z=>{function Ee(){if(Y.forEach(function(Le){let De=Ve.get(Le).currentProgram;(De===void 0||De.isReady())&&Y.delete(Le)}),Y.size===0){Z(A);return}setTimeout(Ee,10)}$e.get("KHR_parallel_shader_compile")!==null?Ee():setTimeout(Ee,10)})};let Zr=null;function Xu(A){Zr&&Zr(A)}function Rl(){_s.stop()}function ts(){_s.start()}let _s=new Jg;_s.setAnimationLoop(Xu),typeof self<"u"&&_s.setContext(self),this.setAnimationLoop=function(A){Zr=A,le.setAnimationLoop(A),A===null?_s.stop():_s.start()},le.addEventListener("sessionstart",Rl),le.addEventListener("sessionend",ts),this.render=function(A,B){if(B!==void 0&&B.isCamera!==!0){Je("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;z!==null&&z.renderStart(A,B);let J=le.enabled===!0&&le.isPresenting===!0,Y=F!==null&&(ce===null||J)&&F.begin(L,ce);if(A.matrixWorldAutoUpdate===!0&&A.updateMatrixWorld(),B.parent===null&&B.matrixWorldAutoUpdate===!0&&B.updateMatrixWorld(),le.enabled===!0&&le.isPresenting===!0&&(F===null||F.isCompositing()===!1)&&(le.cameraAutoUpdate===!0&&le.updateCamera(B),B=le.getCamera()),A.isScene===!0&&A.onBeforeRender(L,A,B,ce),w=te.get(A,M.length),w.init(B),w.state.textureUnits=qe.getTextureUnits(),M.push(w),Ot.multiplyMatrices(B.projectionMatrix,B.matrixWorldInverse),B.isArrayCamera?Kt.setFromArrayCamera(B):it.setFromProjectionMatrix(Ot,Ti,B.reversedDepth),cn=this.localClippingEnabled,Gt=ie.init(this.clippingPlanes,cn),P=_e.get(A,x.length),P.init(),x.push(P),this.info.render.frame++,le.enabled===!0&&le.isPresenting===!0){let Le=L.xr.getDepthSensingMesh();Le!==null&&vs(Le,B,-1/0,L.sortObjects)}vs(A,B,0,L.sortObjects),P.finish(),z!==null&&z.updateLights(w.state.lightsArray),L.sortObjects===!0&&P.sort(We,rt),en=le.enabled===!1||le.isPresenting===!1||le.hasDepthSensing()===!1,en&&O.addToRenderList(P,A),this.info.autoReset===!0&&this.info.reset(),Gt===!0&&ie.beginShadows();let Z=w.state.shadowsArray;if(pe.render(Z,A,B),Gt===!0&&ie.endShadows(),(Y&&F.hasRenderPass())===!1){let Le=P.opaque,Te=P.transmissive;if(w.setupLights(),B.isArrayCamera){let De=B.cameras;if(Te.length>0)for(let ze=0,et=De.length;ze<et;ze++){let pt=De[ze];Ni(Le,Te,A,pt)}en&&O.render(A);for(let ze=0,et=De.length;ze<et;ze++){let pt=De[ze];la(P,A,pt,pt.viewport)}}else Te.length>0&&Ni(Le,Te,A,B),en&&O.render(A),la(P,A,B)}ce!==null&&H===0&&(qe.updateMultisampleRenderTarget(ce),qe.updateRenderTargetMipmap(ce)),Y&&F.end(L),A.isScene===!0&&A.onAfterRender(L,A,B),be.resetDefaultState(),j=-1,Q=null,M.pop(),M.length>0?(w=M[M.length-1],qe.setTextureUnits(w.state.textureUnits),Gt===!0&&ie.setGlobalState(L.clippingPlanes,w.state.camera)):w=null,x.pop(),x.length>0?P=x[x.length-1]:P=null,z!==null&&z.renderEnd()};function vs(A,B,J,Y){if(A.visible===!1)return;if(A.layers.test(B.layers)){if(A.isGroup)J=A.renderOrder;else if(A.isLOD)A.autoUpdate===!0&&A.update(B);else if(A.isLight)w.pushLight(A),A.castShadow&&w.pushShadow(A);else if(A.isSprite){let Le=B.isArrayCamera?Kt:it;if(!A.frustumCulled||A.intersectsFrustum(Le)){Y&&vt.setFromMatrixPosition(A.matrixWorld).applyMatrix4(Ot);let Te=he.update(A),De=A.material;De.visible&&P.push(A,Te,De,J,vt.z,null,B)}}else if(A.isMesh||A.isLine||A.isPoints){let Le=B.isArrayCamera?Kt:it;if(!A.frustumCulled||A.intersectsFrustum(Le)){let Te=he.update(A),De=A.material;if(Y&&(A.boundingSphere!==void 0?(A.boundingSphere===null&&A.computeBoundingSphere(),vt.copy(A.boundingSphere.center)):(Te.boundingSphere===null&&Te.computeBoundingSphere(),vt.copy(Te.boundingSphere.center)),vt.applyMatrix4(A.matrixWorld).applyMatrix4(Ot)),Array.isArray(De)){let ze=Te.groups;for(let et=0,pt=ze.length;et<pt;et++){let Be=ze[et],mt=De[Be.materialIndex];mt&&mt.visible&&P.push(A,Te,mt,J,vt.z,Be,B)}}else De.visible&&P.push(A,Te,De,J,vt.z,null,B)}}}let Ee=A.children;for(let Le=0,Te=Ee.length;Le<Te;Le++)vs(Ee[Le],B,J,Y)}function la(A,B,J,Y){let{opaque:Z,transmissive:Ee,transparent:Le}=A;w.setupLightsView(J),Gt===!0&&ie.setGlobalState(L.clippingPlanes,J),Y&&Me.viewport(se.copy(Y)),Z.length>0&&tn(Z,B,J),Ee.length>0&&tn(Ee,B,J),Le.length>0&&tn(Le,B,J),Me.buffers.depth.setTest(!0),Me.buffers.depth.setMask(!0),Me.buffers.color.setMask(!0),Me.setPolygonOffset(!1)}function Ni(A,B,J,Y){if((J.isScene===!0?J.overrideMaterial:null)!==null)return;if(w.state.transmissionRenderTarget[Y.id]===void 0){let Be=$e.has("EXT_color_buffer_half_float")||$e.has("EXT_color_buffer_float");w.state.transmissionRenderTarget[Y.id]=new yi(1,1,{generateMipmaps:!0,type:Be?qi:ai,minFilter:Ns,samples:Math.max(4,ot.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:xt.workingColorSpace})}let Ee=w.state.transmissionRenderTarget[Y.id],Le=Y.viewport||se;Ee.setSize(Le.z*L.transmissionResolutionScale,Le.w*L.transmissionResolutionScale);let Te=L.getRenderTarget(),De=L.getActiveCubeFace(),ze=L.getActiveMipmapLevel();L.setRenderTarget(Ee),L.getClearColor(ee),me=L.getClearAlpha(),me<1&&L.setClearColor(16777215,.5),L.clear(),en&&O.render(J);let et=L.toneMapping;L.toneMapping=us;let pt=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),w.setupLightsView(Y),Gt===!0&&ie.setGlobalState(L.clippingPlanes,Y),tn(A,J,Y),qe.updateMultisampleRenderTarget(Ee),qe.updateRenderTargetMipmap(Ee),$e.has("WEBGL_multisampled_render_to_texture")===!1){let Be=!1;for(let mt=0,Jt=B.length;mt<Jt;mt++){let Nt=B[mt],{object:Ut,geometry:xn,material:Fe,group:un}=Nt;if(Fe.side===Wn&&Ut.layers.test(Y.layers)){let yt=Fe.side;Fe.side=ni,Fe.needsUpdate=!0,an(Ut,J,Y,xn,Fe,un),Fe.side=yt,Fe.needsUpdate=!0,Be=!0}}Be===!0&&(qe.updateMultisampleRenderTarget(Ee),qe.updateRenderTargetMipmap(Ee))}L.setRenderTarget(Te,De,ze),L.setClearColor(ee,me),pt!==void 0&&(Y.viewport=pt),L.toneMapping=et}function tn(A,B,J){let Y=B.isScene===!0?B.overrideMaterial:null;for(let Z=0,Ee=A.length;Z<Ee;Z++){let Le=A[Z],{object:Te,geometry:De,group:ze}=Le,et=Le.material;et.allowOverride===!0&&Y!==null&&(et=Y),Te.layers.test(J.layers)&&an(Te,B,J,De,et,ze)}}function an(A,B,J,Y,Z,Ee){z!==null&&Z.isNodeMaterial&&z.setObject(A,Z),A.onBeforeRender(L,B,J,Y,Z,Ee),A.modelViewMatrix.multiplyMatrices(J.matrixWorldInverse,A.matrixWorld),A.normalMatrix.getNormalMatrix(A.modelViewMatrix),Z.onBeforeRender(L,B,J,Y,A,Ee),Z.transparent===!0&&Z.side===Wn&&Z.forceSinglePass===!1?(Z.side=ni,Z.needsUpdate=!0,L.renderBufferDirect(J,B,Y,Z,A,Ee),Z.side=lr,Z.needsUpdate=!0,L.renderBufferDirect(J,B,Y,Z,A,Ee),Z.side=Wn):L.renderBufferDirect(J,B,Y,Z,A,Ee),A.onAfterRender(L,B,J,Y,Z,Ee)}function ln(A){let B=0;for(let J of A)J.texture!==null&&B++;return B}function ns(A,B,J){B.isScene!==!0&&(B=yn);let Y=Ve.get(A),Z=w.state.lights,Ee=w.state.shadowsArray,Le=Z.state.version,Te=oe.getParameters(A,Z.state,Ee,B,J,w.state.lightProbeGridArray),De=oe.getProgramCacheKey(Te),ze=Y.programs;Y.environment=A.isMeshStandardMaterial||A.isMeshLambertMaterial||A.isMeshPhongMaterial?B.environment:null,Y.fog=B.fog;let et=A.isMeshStandardMaterial||A.isMeshLambertMaterial&&!A.envMap||A.isMeshPhongMaterial&&!A.envMap;Y.envMap=R.get(A.envMap||Y.environment,et),Y.envMapRotation=Y.environment!==null&&A.envMap===null?B.environmentRotation:A.envMapRotation,ze===void 0&&(A.addEventListener("dispose",lt),ze=new Map,Y.programs=ze,Y.programVariants=new Map);let pt=ze.get(De);if(pt!==void 0){if(Y.currentProgram===pt&&Y.lightsStateVersion===Le)return ca(A,Te),pt}else Te.uniforms=oe.getUniforms(A),z!==null&&A.isNodeMaterial&&z.build(A,J,Te),A.onBeforeCompile(Te,L),pt=oe.acquireProgram(Te,De),ze.set(De,pt),Y.uniforms=Te.uniforms;let Be=Y.uniforms;return(!A.isShaderMaterial&&!A.isRawShaderMaterial||A.clipping===!0)&&(Be.clippingPlanes=ie.uniform),ca(A,Te),Y.needsLights=Vs(A),Y.lightsStateVersion=Le,Y.needsLights&&(Be.ambientLightColor.value=Z.state.ambient,Be.lightProbe.value=Z.state.probe,Be.sunLights.value=Z.state.sun,Be.sunLightShadows.value=Z.state.sunShadow,Be.directionalLights.value=Z.state.directional,Be.directionalLightShadows.value=Z.state.directionalShadow,Be.spotLights.value=Z.state.spot,Be.spotLightShadows.value=Z.state.spotShadow,Be.rectAreaLights.value=Z.state.rectArea,Be.ltc_1.value=Z.state.rectAreaLTC1,Be.ltc_2.value=Z.state.rectAreaLTC2,Be.pointLights.value=Z.state.point,Be.pointLightShadows.value=Z.state.pointShadow,Be.hemisphereLights.value=Z.state.hemi,Be.sunShadowMatrix.value=Z.state.sunShadowMatrix,Be.sunShadowCascade.value=Z.state.sunShadowCascade,Be.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,Be.spotLightMatrix.value=Z.state.spotLightMatrix,Be.spotLightMap.value=Z.state.spotLightMap,Be.pointShadowMatrix.value=Z.state.pointShadowMatrix),Y.numLightProbeGrids=ln(w.state.lightProbeGridArray),Y.currentProgram=pt,Y.uniformsList=null,pt}function hi(A,B,J,Y,Z){let Ee=Ve.get(A),Le=Ee.currentProgram.id+","+Y+","+Z,Te=Ee.programVariants.get(Le);return Te===void 0?(Te=ns(A,B,J),Ee.programVariants.set(Le,Te)):(Ee.currentProgram=Te,Ee.uniformsList=null,Ee.outputColorSpace=Y,Ee.toneMapping=Z),Te}function zs(A){if(A.uniformsList===null){let B=A.currentProgram.getUniforms();A.uniformsList=zo.seqWithValue(B.seq,A.uniforms)}return A.uniformsList}function ca(A,B){let J=Ve.get(A);J.outputColorSpace=B.outputColorSpace,J.batching=B.batching,J.batchingColor=B.batchingColor,J.instancing=B.instancing,J.instancingColor=B.instancingColor,J.instancingMorph=B.instancingMorph,J.skinning=B.skinning,J.morphTargets=B.morphTargets,J.morphNormals=B.morphNormals,J.morphColors=B.morphColors,J.morphTargetsCount=B.morphTargetsCount,J.numClippingPlanes=B.numClippingPlanes,J.numIntersection=B.numClipIntersection,J.vertexAlphas=B.vertexAlphas,J.vertexTangents=B.vertexTangents,J.toneMapping=B.toneMapping}function ha(A,B,J,Y,Z){B.isScene!==!0&&(B=yn),qe.resetTextureUnits();let Ee=B.fog,Le=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?B.environment:null,Te=ce===null?L.outputColorSpace:ce.isXRRenderTarget===!0?ce.texture.colorSpace:xt.workingColorSpace,De=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,ze=R.get(Y.envMap||Le,De),et=Y.vertexColors===!0&&!!J.attributes.color&&J.attributes.color.itemSize===4,pt=!!J.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),Be=!!J.morphAttributes.position,mt=!!J.morphAttributes.normal,Jt=!!J.morphAttributes.color,Nt=us;Y.toneMapped&&(ce===null||ce.isXRRenderTarget===!0)&&(Nt=L.toneMapping);let Ut=J.morphAttributes.position||J.morphAttributes.normal||J.morphAttributes.color,xn=Ut!==void 0?Ut.length:0,Fe=Ve.get(Y),un=w.state.lights;if(Gt===!0&&(cn===!0||A!==Q)){let Ft=A===Q&&Y.id===j;ie.setState(Y,A,Ft)}let yt=!1,bs=!1;Y.version===Fe.__version?Fe.needsLights&&Fe.lightsStateVersion!==un.state.version||Z.isBatchedMesh&&Fe.batching===!1||!Z.isBatchedMesh&&Fe.batching===!0||Z.isBatchedMesh&&Fe.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Fe.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Fe.instancing===!1||!Z.isInstancedMesh&&Fe.instancing===!0||Z.isSkinnedMesh&&Fe.skinning===!1||!Z.isSkinnedMesh&&Fe.skinning===!0||Z.isInstancedMesh&&Fe.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Fe.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Fe.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Fe.instancingMorph===!1&&Z.morphTexture!==null||Fe.envMap!==ze||Y.fog===!0&&Fe.fog!==Ee||Fe.numClippingPlanes!==void 0&&(Fe.numClippingPlanes!==ie.numPlanes||Fe.numIntersection!==ie.numIntersection)||Fe.vertexAlphas!==et||Fe.vertexTangents!==pt||Fe.morphTargets!==Be||Fe.morphNormals!==mt||Fe.morphColors!==Jt||Fe.morphTargetsCount!==xn||Fe.numLightProbeGrids!==ln(w.state.lightProbeGridArray)?yt=!0:(Fe.outputColorSpace!==Te||Fe.toneMapping!==Nt)&&(bs=!0):(yt=!0,Fe.__version=Y.version);let dn=Fe.currentProgram;(yt===!0||bs===!0)&&(dn=bs===!0?hi(Y,B,Z,Te,Nt):ns(Y,B,Z),z&&Y.isNodeMaterial&&z.onUpdateProgram(Y,dn,Fe));let Jr=!1,is=!1,Ss=!1,ht=dn.getUniforms(),nn=Fe.uniforms;if(Me.useProgram(dn.program)&&(Jr=!0,is=!0,Ss=!0),Y.id!==j&&(j=Y.id,is=!0),Jr||Q!==A){Me.buffers.depth.getReversed()&&A.reversedDepth!==!0&&(A._reversedDepth=!0,A.updateProjectionMatrix()),ht.setValue(k,"projectionMatrix",A.projectionMatrix),ht.setValue(k,"viewMatrix",A.matrixWorldInverse);let fn=ht.map.cameraPosition;fn!==void 0&&fn.setValue(k,Tn.setFromMatrixPosition(A.matrixWorld)),ot.logarithmicDepthBuffer&&ht.setValue(k,"logDepthBufFC",2/(Math.log(A.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&ht.setValue(k,"isOrthographic",A.isOrthographicCamera===!0),Q!==A&&(Q=A,is=!0,Ss=!0)}if(Fe.needsLights&&(un.state.sunShadowMap.length>0&&ht.setValue(k,"sunShadowMap",un.state.sunShadowMap,qe),un.state.directionalShadowMap.length>0&&ht.setValue(k,"directionalShadowMap",un.state.directionalShadowMap,qe),un.state.spotShadowMap.length>0&&ht.setValue(k,"spotShadowMap",un.state.spotShadowMap,qe),un.state.pointShadowMap.length>0&&ht.setValue(k,"pointShadowMap",un.state.pointShadowMap,qe)),Z.isSkinnedMesh){ht.setOptional(k,Z,"bindMatrix"),ht.setOptional(k,Z,"bindMatrixInverse");let Ft=Z.skeleton;Ft&&(Ft.boneTexture===null&&Ft.computeBoneTexture(),ht.setValue(k,"boneTexture",Ft.boneTexture,qe))}Z.isBatchedMesh&&(ht.setOptional(k,Z,"batchingTexture"),ht.setValue(k,"batchingTexture",Z._matricesTexture,qe),ht.setOptional(k,Z,"batchingIdTexture"),ht.setValue(k,"batchingIdTexture",Z._indirectTexture,qe),ht.setOptional(k,Z,"batchingColorTexture"),Z._colorsTexture!==null&&ht.setValue(k,"batchingColorTexture",Z._colorsTexture,qe));let $n=J.morphAttributes;if(($n.position!==void 0||$n.normal!==void 0||$n.color!==void 0)&&re.update(Z,J,dn),(is||Fe.receiveShadow!==Z.receiveShadow)&&(Fe.receiveShadow=Z.receiveShadow,ht.setValue(k,"receiveShadow",Z.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&B.environment!==null&&(nn.envMapIntensity.value=B.environmentIntensity),nn.dfgLUT!==void 0&&(nn.dfgLUT.value=w1()),is){if(ht.setValue(k,"toneMappingExposure",L.toneMappingExposure),Fe.needsLights&&Kr(nn,Ss),Ee&&Y.fog===!0&&ye.refreshFogUniforms(nn,Ee),ye.refreshMaterialUniforms(nn,Y,Se,Ae,w.state.transmissionRenderTarget[A.id]),Fe.needsLights&&Fe.numLightProbeGrids>0){let Ft=b,fn=0;for(let Vn of w.state.lightProbeGridArray)Vn.texture!==null&&(Ft.textures[fn]=Vn.texture,Ft.min[fn]=Vn.boundingBox.min,Ft.max[fn]=Vn.boundingBox.max,Ft.resolution[fn]=Vn.resolution,fn++);for(let Vn in Ft)Ft[Vn].length=fn;nn.probesSH.value=Ft.textures,nn.probesMin.value=Ft.min,nn.probesMax.value=Ft.max,nn.probesResolution.value=Ft.resolution}zo.upload(k,zs(Fe),nn,qe)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(zo.upload(k,zs(Fe),nn,qe),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&ht.setValue(k,"center",Z.center),ht.setValue(k,"modelViewMatrix",Z.modelViewMatrix),ht.setValue(k,"normalMatrix",Z.normalMatrix),ht.setValue(k,"modelMatrix",Z.matrixWorld),Y.uniformsGroups!==void 0){let Ft=Y.uniformsGroups;for(let fn=0,Vn=Ft.length;fn<Vn;fn++){let Il=Ft[fn];He.update(Il,dn),He.bind(Il,dn)}}return dn}function Kr(A,B){A.ambientLightColor.needsUpdate=B,A.lightProbe.needsUpdate=B,A.sunLights.needsUpdate=B,A.sunLightShadows.needsUpdate=B,A.directionalLights.needsUpdate=B,A.directionalLightShadows.needsUpdate=B,A.pointLights.needsUpdate=B,A.pointLightShadows.needsUpdate=B,A.spotLights.needsUpdate=B,A.spotLightShadows.needsUpdate=B,A.rectAreaLights.needsUpdate=B,A.hemisphereLights.needsUpdate=B}function Vs(A){return A.isMeshLambertMaterial||A.isMeshToonMaterial||A.isMeshPhongMaterial||A.isMeshStandardMaterial||A.isShadowMaterial||A.isShaderMaterial&&A.lights===!0}this.getActiveCubeFace=function(){return $},this.getActiveMipmapLevel=function(){return H},this.getRenderTarget=function(){return ce},this.setRenderTargetTextures=function(A,B,J){let Y=Ve.get(A);Y.__autoAllocateDepthBuffer=A.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),Ve.get(A.texture).__webglTexture=B,Ve.get(A.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:J,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(A,B){let J=Ve.get(A);J.__webglFramebuffer=B,J.__useDefaultFramebuffer=B===void 0},this.setRenderTarget=function(A,B=0,J=0){ce=A,$=B,H=J;let Y=null,Z=!1,Ee=!1;if(A){let Te=Ve.get(A);if(Te.__useDefaultFramebuffer!==void 0){Me.bindFramebuffer(k.FRAMEBUFFER,Te.__webglFramebuffer),se.copy(A.viewport),de.copy(A.scissor),ue=A.scissorTest,Me.viewport(se),Me.scissor(de),Me.setScissorTest(ue),j=-1;return}else if(Te.__webglFramebuffer===void 0)qe.setupRenderTarget(A);else if(Te.__hasExternalTextures)qe.rebindTextures(A,Ve.get(A.texture).__webglTexture,Ve.get(A.depthTexture).__webglTexture);else if(A.depthBuffer){let et=A.depthTexture;if(Te.__boundDepthTexture!==et){if(et!==null&&Ve.has(et)&&(A.width!==et.image.width||A.height!==et.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");qe.setupDepthRenderbuffer(A)}}let De=A.texture;(De.isData3DTexture||De.isDataArrayTexture||De.isCompressedArrayTexture)&&(Ee=!0);let ze=Ve.get(A).__webglFramebuffer;A.isWebGLCubeRenderTarget?(Array.isArray(ze[B])?Y=ze[B][J]:Y=ze[B],Z=!0):A.samples>0&&qe.useMultisampledRTT(A)===!1?Y=Ve.get(A).__webglMultisampledFramebuffer:Array.isArray(ze)?Y=ze[J]:Y=ze,se.copy(A.viewport),de.copy(A.scissor),ue=A.scissorTest}else se.copy(Ge).multiplyScalar(Se).floor(),de.copy(dt).multiplyScalar(Se).floor(),ue=ct;if(J!==0&&(Y=W),Me.bindFramebuffer(k.FRAMEBUFFER,Y)&&Me.drawBuffers(A,Y),Me.viewport(se),Me.scissor(de),Me.setScissorTest(ue),Z){let Te=Ve.get(A.texture);k.framebufferTexture2D(k.FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_CUBE_MAP_POSITIVE_X+B,Te.__webglTexture,J)}else if(Ee){let Te=B;for(let De=0;De<A.textures.length;De++){let ze=Ve.get(A.textures[De]);k.framebufferTextureLayer(k.FRAMEBUFFER,k.COLOR_ATTACHMENT0+De,ze.__webglTexture,J,Te)}}else if(A!==null&&J!==0){let Te=Ve.get(A.texture);k.framebufferTexture2D(k.FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_2D,Te.__webglTexture,J)}j=-1};function jr(A){let B=Ve.get(A);return(B.__readFormat!==A.format||B.__readType!==A.type)&&(B.__readFormat=A.format,B.__readType=A.type,B.__formatReadable=ot.textureFormatReadable(A.format),B.__typeReadable=ot.textureTypeReadable(A.type)),B}this.readRenderTargetPixels=function(A,B,J,Y,Z,Ee,Le,Te=0){if(!(A&&A.isWebGLRenderTarget)){Je("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let De=Ve.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Le!==void 0&&(De=De[Le],Array.isArray(De)&&(De=De[0])),De){Me.bindFramebuffer(k.FRAMEBUFFER,De);try{let ze=A.textures[Te],et=ze.format,pt=ze.type;A.textures.length>1&&k.readBuffer(k.COLOR_ATTACHMENT0+Te);let Be=jr(ze);if(Be.__formatReadable===!1){Je("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Be.__typeReadable===!1){Je("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}B>=0&&B<=A.width-Y&&J>=0&&J<=A.height-Z&&k.readPixels(B,J,Y,Z,ge.convert(et),ge.convert(pt),Ee)}finally{let ze=ce!==null?Ve.get(ce).__webglFramebuffer:null;Me.bindFramebuffer(k.FRAMEBUFFER,ze)}}},this.readRenderTargetPixelsAsync=async function(A,B,J,Y,Z,Ee,Le,Te=0){if(!(A&&A.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let De=Ve.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Le!==void 0&&(De=De[Le],Array.isArray(De)&&(De=De[0])),De)if(B>=0&&B<=A.width-Y&&J>=0&&J<=A.height-Z){Me.bindFramebuffer(k.FRAMEBUFFER,De);let ze=A.textures[Te],et=ze.format,pt=ze.type;A.textures.length>1&&k.readBuffer(k.COLOR_ATTACHMENT0+Te);let Be=jr(ze);if(Be.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Be.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let mt=k.createBuffer();k.bindBuffer(k.PIXEL_PACK_BUFFER,mt),k.bufferData(k.PIXEL_PACK_BUFFER,Ee.byteLength,k.STREAM_READ),k.readPixels(B,J,Y,Z,ge.convert(et),ge.convert(pt),0),k.bindBuffer(k.PIXEL_PACK_BUFFER,null);let Jt=ce!==null?Ve.get(ce).__webglFramebuffer:null;Me.bindFramebuffer(k.FRAMEBUFFER,Jt);let Nt=k.fenceSync(k.SYNC_GPU_COMMANDS_COMPLETE,0);return k.flush(),await Tg(k,Nt,4),k.bindBuffer(k.PIXEL_PACK_BUFFER,mt),k.getBufferSubData(k.PIXEL_PACK_BUFFER,0,Ee),k.bindBuffer(k.PIXEL_PACK_BUFFER,null),k.deleteBuffer(mt),k.deleteSync(Nt),Ee}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(A,B=null,J=0){let Y=Math.pow(2,-J),Z=Math.floor(A.image.width*Y),Ee=Math.floor(A.image.height*Y),Le=B!==null?B.x:0,Te=B!==null?B.y:0;qe.setTexture2D(A,0),k.copyTexSubImage2D(k.TEXTURE_2D,J,0,0,Le,Te,Z,Ee),Me.unbindTexture()},this.copyTextureToTexture=function(A,B,J=null,Y=null,Z=0,Ee=0){let Le,Te,De,ze,et,pt,Be,mt,Jt,Nt=A.isCompressedTexture?A.mipmaps[Ee]:A.image;if(J!==null)Le=J.max.x-J.min.x,Te=J.max.y-J.min.y,De=J.isBox3?J.max.z-J.min.z:1,ze=J.min.x,et=J.min.y,pt=J.isBox3?J.min.z:0;else{let ht=Math.pow(2,-Z);Le=Math.floor(Nt.width*ht),Te=Math.floor(Nt.height*ht),A.isDataArrayTexture?De=Nt.depth:A.isData3DTexture?De=Math.floor(Nt.depth*ht):De=1,ze=0,et=0,pt=0}Y!==null?(Be=Y.x,mt=Y.y,Jt=Y.z):(Be=0,mt=0,Jt=0);let Ut=ge.convert(B.format),xn=ge.convert(B.type),Fe;B.isData3DTexture?(qe.setTexture3D(B,0),Fe=k.TEXTURE_3D):B.isDataArrayTexture||B.isCompressedArrayTexture?(qe.setTexture2DArray(B,0),Fe=k.TEXTURE_2D_ARRAY):(qe.setTexture2D(B,0),Fe=k.TEXTURE_2D),Me.activeTexture(k.TEXTURE0),Me.pixelStorei(k.UNPACK_FLIP_Y_WEBGL,B.flipY),Me.pixelStorei(k.UNPACK_PREMULTIPLY_ALPHA_WEBGL,B.premultiplyAlpha),Me.pixelStorei(k.UNPACK_ALIGNMENT,B.unpackAlignment);let un=Me.getParameter(k.UNPACK_ROW_LENGTH),yt=Me.getParameter(k.UNPACK_IMAGE_HEIGHT),bs=Me.getParameter(k.UNPACK_SKIP_PIXELS),dn=Me.getParameter(k.UNPACK_SKIP_ROWS),Jr=Me.getParameter(k.UNPACK_SKIP_IMAGES);Me.pixelStorei(k.UNPACK_ROW_LENGTH,Nt.width),Me.pixelStorei(k.UNPACK_IMAGE_HEIGHT,Nt.height),Me.pixelStorei(k.UNPACK_SKIP_PIXELS,ze),Me.pixelStorei(k.UNPACK_SKIP_ROWS,et),Me.pixelStorei(k.UNPACK_SKIP_IMAGES,pt);let is=A.isDataArrayTexture||A.isData3DTexture,Ss=B.isDataArrayTexture||B.isData3DTexture;if(A.isDepthTexture){let ht=Ve.get(A),nn=Ve.get(B),$n=Ve.get(ht.__renderTarget),Ft=Ve.get(nn.__renderTarget);Me.bindFramebuffer(k.READ_FRAMEBUFFER,$n.__webglFramebuffer),Me.bindFramebuffer(k.DRAW_FRAMEBUFFER,Ft.__webglFramebuffer);for(let fn=0;fn<De;fn++)is&&(k.framebufferTextureLayer(k.READ_FRAMEBUFFER,k.COLOR_ATTACHMENT0,Ve.get(A).__webglTexture,Z,pt+fn),k.framebufferTextureLayer(k.DRAW_FRAMEBUFFER,k.COLOR_ATTACHMENT0,Ve.get(B).__webglTexture,Ee,Jt+fn)),k.blitFramebuffer(ze,et,ze+Le,et+Te,Be,mt,Be+Le,mt+Te,k.DEPTH_BUFFER_BIT,k.NEAREST);Me.bindFramebuffer(k.READ_FRAMEBUFFER,null),Me.bindFramebuffer(k.DRAW_FRAMEBUFFER,null)}else if(Z!==0||A.isRenderTargetTexture||Ve.has(A)){let ht=Ve.get(A),nn=Ve.get(B);Me.bindFramebuffer(k.READ_FRAMEBUFFER,U),Me.bindFramebuffer(k.DRAW_FRAMEBUFFER,X);for(let $n=0;$n<De;$n++)is?k.framebufferTextureLayer(k.READ_FRAMEBUFFER,k.COLOR_ATTACHMENT0,ht.__webglTexture,Z,pt+$n):k.framebufferTexture2D(k.READ_FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_2D,ht.__webglTexture,Z),Ss?k.framebufferTextureLayer(k.DRAW_FRAMEBUFFER,k.COLOR_ATTACHMENT0,nn.__webglTexture,Ee,Jt+$n):k.framebufferTexture2D(k.DRAW_FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_2D,nn.__webglTexture,Ee),Z!==0?k.blitFramebuffer(ze,et,ze+Le,et+Te,Be,mt,Be+Le,mt+Te,k.COLOR_BUFFER_BIT,k.NEAREST):Ss?k.copyTexSubImage3D(Fe,Ee,Be,mt,Jt+$n,ze,et,Le,Te):k.copyTexSubImage2D(Fe,Ee,Be,mt,ze,et,Le,Te);Me.bindFramebuffer(k.READ_FRAMEBUFFER,null),Me.bindFramebuffer(k.DRAW_FRAMEBUFFER,null)}else Ss?A.isDataTexture||A.isData3DTexture?k.texSubImage3D(Fe,Ee,Be,mt,Jt,Le,Te,De,Ut,xn,Nt.data):B.isCompressedArrayTexture?k.compressedTexSubImage3D(Fe,Ee,Be,mt,Jt,Le,Te,De,Ut,Nt.data):k.texSubImage3D(Fe,Ee,Be,mt,Jt,Le,Te,De,Ut,xn,Nt):A.isDataTexture?k.texSubImage2D(k.TEXTURE_2D,Ee,Be,mt,Le,Te,Ut,xn,Nt.data):A.isCompressedTexture?k.compressedTexSubImage2D(k.TEXTURE_2D,Ee,Be,mt,Nt.width,Nt.height,Ut,Nt.data):k.texSubImage2D(k.TEXTURE_2D,Ee,Be,mt,Le,Te,Ut,xn,Nt);Me.pixelStorei(k.UNPACK_ROW_LENGTH,un),Me.pixelStorei(k.UNPACK_IMAGE_HEIGHT,yt),Me.pixelStorei(k.UNPACK_SKIP_PIXELS,bs),Me.pixelStorei(k.UNPACK_SKIP_ROWS,dn),Me.pixelStorei(k.UNPACK_SKIP_IMAGES,Jr),Ee===0&&B.generateMipmaps===!0&&B.mipmapsAutoUpdate===!0&&k.generateMipmap(Fe),Me.unbindTexture()},this.initRenderTarget=function(A){Ve.get(A).__webglFramebuffer===void 0&&qe.setupRenderTarget(A)},this.initTexture=function(A){A.isCubeTexture?qe.setTextureCube(A,0):A.isData3DTexture?qe.setTexture3D(A,0):A.isDataArrayTexture||A.isCompressedArrayTexture?qe.setTexture2DArray(A,0):qe.setTexture2D(A,0),Me.unbindTexture()},this.resetState=function(){$=0,H=0,ce=null,Me.reset(),be.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ti}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=xt._getDrawingBufferColorSpace(e),t.unpackColorSpace=xt._getUnpackColorSpace()}};function V(i,e={},...t){let n=document.createElement(i);for(let[s,r]of Object.entries(e))typeof r=="function"?n.addEventListener(s.slice(2),r):r===!0?n.setAttribute(s,""):r!==!1&&r!=null&&n.setAttribute(s,String(r));return n.append(...t.filter(s=>s!=null&&s!==!1)),n}var E1="http://www.w3.org/2000/svg";function Os(i,e={},...t){let n=document.createElementNS(E1,i);for(let[s,r]of Object.entries(e))n.setAttribute(s,String(r));return n.append(...t),n}var T1={play:"M7 4.5v15l12-7.5z",pause:"M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",start:"M6 5h2v14H6zM19 5v14L9 12z",loop:"M7 7h8.5a3.5 3.5 0 0 1 3.5 3.5V12h-2v-1.5A1.5 1.5 0 0 0 15.500 9H7v2.500L3 8l4-3.500zM17 17H8.500A3.500 3.500 0 0 1 5 13.500V12h2v1.500A1.500 1.500 0 0 0 8.500 15H17v-2.500l4 3.500-4 3.500z",fit:"M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",wire:"M12 2.500 20.500 7v10L12 21.500 3.500 17V7zM12 4.800 6.800 7.500 12 10.300l5.200-2.800zM5.500 9.200v6.600l5.500 2.900V12zM13 18.700l5.500-2.900V9.200L13 12z",names:"M3 5h9l8 7-8 7H3zm2 2v10h6.200l5.800-5-5.800-5zm3 3.500a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3z",frames:"M11 3h2v9.400l7 4-1 1.700-7-4-7 4-1-1.700 7-4z",traces:"M3 17c3 0 3-10 7-10s3 8 6 8 3-4 5-4v2c-1.500 0-2 4-5 4s-3.500-8-6-8-3 10-7 10z",ghost:"M4 4h10v3h-2V6H6v6h1v2H4zM10 10h10v10H10zm2 2v6h6v-6z",contacts:"M4 18h16v2H4zM12 3l4 5h-3v6a2 2 0 1 1-2 0V8H8z",theme:"M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",help:"M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm-1 10.500h2v2h-2zm1-9a3.200 3.200 0 0 1 1.600 6c-.5.300-.6.500-.6 1v.500h-2V14c0-1.300.6-2 1.500-2.600A1.200 1.200 0 1 0 10.800 10h-2A3.200 3.200 0 0 1 12 6.500z",plots:"M4 4h2v14h14v2H4zM8 14l4-5 3 3 4-6 1.600 1.100-5.400 8.100-3-3-2.600 3.200z",floor:"M7 6h10l5 12H2zm1.300 2-.8 2h3.700V8zm4.900 0v2h3.300l-.8-2zM6.700 12l-1.600 4h6.100v-4zm6.500 0v4h5.700l-1.600-4z",follow:"M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM11 2h2v4h-2zM11 18h2v4h-2zM2 11h4v2H2zM18 11h4v2h-4z",measure:"M3 15.500 15.500 3 21 8.500 8.500 21zm2.800 0L8.500 18.200 18.200 8.500 15.500 5.800l-1.600 1.600 1.800 1.800-1.400 1.400-1.800-1.800-1.500 1.500 2.600 2.600-1.400 1.400-2.600-2.600-1.500 1.500 1.800 1.800-1.400 1.400-1.800-1.800z",save:"M11 3h2v9l3.300-3.300 1.400 1.400L12 15.800 6.300 10.100l1.400-1.400L11 12zM4 17h2v2h12v-2h2v4H4z",left:"M4 5h16v14H4zm2 2v10h3V7zm5 0v10h7V7z",right:"M4 5h16v14H4zm2 2v10h7V7zm9 0v10h3V7z"};function Go(i){return Os("svg",{viewBox:"0 0 24 24","aria-hidden":"true"},Os("path",{d:T1[i],"fill-rule":"evenodd"}))}function at(i,e=5){if(i==null||Number.isNaN(i))return"\u2013";if(!Number.isFinite(i))return i>0?"\u221E":"\u2212\u221E";if(i===0)return"0";let t=Math.abs(i);return(t>=1e5||t<.001?i.toExponential(Math.max(e-2,0)):String(Number(i.toPrecision(e)))).replace("e+","e").replaceAll("-","\u2212")}var ur=(i,e=4)=>`(${Array.from(i,t=>at(Math.abs(t)<1e-12?0:t,e)).join(", ")})`;var A1=6,u0=1e-9,Cf=7,c0=1e4,C1={impact:[0,10],event:[4,10],change:[5,10]};function h0(i,e){let t=["change","event","impact"].map(n=>{let[s,r]=C1[n],o=i.filter(a=>a.kind===n).map(a=>`M${(c0*e(a.t)).toFixed(1)} ${s}V${r}`).join("");return Os("path",{class:n,d:o,"vector-effect":"non-scaling-stroke"})});return Os("svg",{class:"ticks",viewBox:`0 0 ${c0} 10`,preserveAspectRatio:"none","aria-hidden":"true"},...t)}function d0(i,e,t,n){let[s,r]=e.range(),o=u0*(r-s);return n?i.find(a=>a.t>t+o):i.findLast(a=>a.t<t-o)}var Vh=(i,e)=>i.marks?.()??e;function f0(i,e,t,n){let s=Vh(n,t);if(!s.length&&!n.marks?.())return i;let[r,o]=n.range(),a=m=>(m-r)/(o-r||1),l=V("output",{class:"said",role:"status"}),c=h0(s,a),h=V("div",{class:"track"},i,c,l),u=null,d=()=>Math.max(h.clientWidth-2*Cf,1),f=m=>{let g=m.clientX-h.getBoundingClientRect().left-Cf,y=b=>Math.abs(a(b.t)*d()-g),E=s.reduce((b,P)=>b&&y(b)<=y(P)?b:P,null);return E&&y(E)<=A1?E:null},p=()=>{let m=u?.t??e.get("t"),g=s.filter(b=>Math.abs(b.t-m)<=u0*(o-r));if(l.hidden=g.length===0,l.textContent=g.map(b=>b.sentence).join(`
`),l.hidden)return;let y=l.offsetWidth/2,E=Cf+a(m)*d();l.style.left=`${Math.min(Math.max(E,y),Math.max(h.clientWidth-y,y)).toFixed(1)}px`},_=m=>{m!==u&&(u=m,p())};return h.addEventListener("pointermove",m=>_(m.buttons?null:f(m))),h.addEventListener("pointerleave",()=>_(null)),h.addEventListener("click",m=>{let g=f(m);g&&m.detail&&e.set("t",g.t)}),e.watch(["grown"],()=>{[s,[r,o]]=[Vh(n,t),n.range()];let m=h0(s,a);c.replaceWith(m),c=m,p()}),e.watch(["t"],p),h}var P1=200,[R1,p0,Rf]=[new C(1,0,0),new C(0,-1,0),new C(0,0,1)];function Pf(i,e){return Math.abs(i.dot(e))<.5?i.clone():e.clone().addScaledVector(Math.abs(e.y)<.5?p0:Rf,1e-4)}var I1={1:i=>Pf(R1,i),2:i=>Pf(p0,i),3:i=>Pf(Rf,i),0:i=>new C(.75,-1,.6).applyQuaternion(new It().setFromUnitVectors(Rf,i))};function m0({store:i,source:e,world:t,marks:n,help:s,save:r,changeSpeed:o}){let a=d=>{let[f,p]=e.range();i.set("t",Math.min(Math.max(d,f),p))},l=d=>{let[f,p]=e.range();a(i.get("t")+d*(p-f)/P1)},c=d=>a(d0(Vh(e,n),e,i.get("t"),d)?.t??i.get("t")),h=(d,f,p)=>()=>t?.stage.nudge(d,f,p),u={" ":()=>i.toggle("playing"),ArrowRight:d=>l(d.shiftKey?10:1),ArrowLeft:d=>l(d.shiftKey?-10:-1),ArrowUp:()=>o(1),ArrowDown:()=>o(-1),Home:()=>a(e.range()[0]),End:()=>a(e.range()[1]),l:()=>i.toggle("loop"),f:()=>t?.fit(),w:()=>i.toggle("wire"),n:()=>i.toggle("names"),a:()=>i.toggle("frames"),t:()=>i.toggle("traces"),g:()=>i.toggle("ghost"),c:()=>i.toggle("contacts"),p:()=>i.toggle("plots"),m:d=>c(!d.shiftKey),d:()=>i.set("theme",i.get("theme")==="dark"?"light":"dark"),"[":()=>i.toggle("left"),"]":()=>i.toggle("right"),...Object.fromEntries(Object.entries(I1).map(([d,f])=>[d,()=>t?.fit(f(t.extent.up))])),",":h(-.12,0,1),".":h(.12,0,1),PageUp:h(0,.1,1),PageDown:h(0,-.1,1),"+":h(0,0,.9),"=":h(0,0,.9),"-":h(0,0,1.1111111111111112),b:()=>i.toggle("floor"),v:()=>i.toggle("follow"),r:()=>i.toggle("measuring"),o:()=>i.toggle("degrees"),s:()=>r.showModal(),Escape:()=>{i.set("selected",null),i.set("measuring",!1)},"?":()=>s.showModal()};window.addEventListener("keydown",d=>{if(d.ctrlKey||d.metaKey||d.altKey||s.open||r.open||L1(d))return;let f=u[d.key.length===1?d.key.toLowerCase():d.key];f&&(d.preventDefault(),f(d))})}function L1(i){let e=i.target instanceof Element?i.target:document.body;return e.matches("input:not([type=checkbox], [type=range]), select, textarea")?!0:e.matches("button, input[type=checkbox], summary")?[" ","Enter"].includes(i.key):e.matches("input[type=range]")?/^(Arrow|Home|End|Page)/.test(i.key):e.matches("pre")&&/^(Arrow|Home|End|Page| $)/.test(i.key)}var fs=(i,e)=>i?.type===e?.type&&i?.index===e?.index;function Sn(i){for(let e of i)e.removeFromParent(),e.traverse(t=>{let{geometry:n,material:s}=t;n?.dispose();for(let r of Array.isArray(s)?s:s?[s]:[])r.dispose()})}var D1=4,If=class{objects;constructor(){this.objects=[new er(new Mt,new oi({color:"#c4542f",depthTest:!1}))],this.objects[0].renderOrder=4,this.objects[0].frustumCulled=!1,this.show(!1)}join(e,t){this.objects[0].geometry.setFromPoints([e,t])}show(e){this.objects[0].visible=e}dispose(){Sn(this.objects)}};function g0(i,e,t,n){let{stage:s}=i,{canvas:r}=s,o=s.add(new If),a=new Cr,l=null,c=f=>{let p=r.getBoundingClientRect();return a.setFromCamera(new Re(2*(f.clientX-p.left)/p.width-1,1-2*(f.clientY-p.top)/p.height),s.camera),a.ray},h=f=>[f.x,f.y,f.z];r.addEventListener("pointerdown",f=>{if(f.button!==0||e.get("mode")>=0)return;let p=r.getBoundingClientRect(),_=s.meet(f.clientX-p.left,f.clientY-p.top),m=_?.thing.type==="body"?t.held(_.thing.index):null;if(!_||m===null)return;let g=_.thing.index,y=_.point.clone().sub(i.pose.positions[g]).applyQuaternion(i.pose.quaternions[g].clone().conjugate()),E=new Qn().setFromNormalAndCoplanarPoint(s.camera.getWorldDirection(new C),_.point);l={body:g,number:m,grip:y,plane:E,pointer:_.point.clone(),from:[f.clientX,f.clientY],moved:!1,pulls:!1,last:0},s.controls.enabled=!1,r.setPointerCapture(f.pointerId)},{capture:!0}),r.addEventListener("pointermove",f=>{l&&(c(f).intersectPlane(l.plane,l.pointer),!(l.moved||Math.hypot(f.clientX-l.from[0],f.clientY-l.from[1])<=D1)&&(l.moved=!0,n(),l.pulls=e.get("playing")&&t.program.freedoms>0,l.pulls&&t.grab(e.get("t"),l.number,h(l.grip)),l.last=performance.now(),requestAnimationFrame(u)))});let u=f=>{if(l){if(l.pulls){let p=Math.min(Math.max(f-l.last,0)/1e3,.1);l.last=f,t.pull(h(l.pointer),p*e.get("speed")),e.set("t",t.range()[1])}else t.hand(e.get("t"),l.number,h(l.grip),h(l.pointer));o.join(i.pose.point(l.body,l.grip),l.pointer),o.show(!0),s.ask(),requestAnimationFrame(u)}},d=()=>{l&&(l.moved&&t.release(),l=null,s.controls.enabled=!0,o.show(!1),s.ask())};r.addEventListener("pointerup",d),r.addEventListener("pointercancel",d)}var Lf=1e3,N1=1500;function y0(i,e){let{program:t,news:n}=i,s=t.controls.map(u=>F1(u,i,e)),r=V("button",{class:"chip",title:"The model's own values, from the start",onclick:()=>{e(),i.reset()}},"Reset"),o=V("button",{class:"chip",title:"This run stays as a ghost, and its curves dashed, while sliders make others",onclick:()=>i.pinned?i.unpin():i.pin()},"Pin this run"),a=V("p",{class:"quiet",role:"status"}),l=V("div",{class:"certificate","aria-label":"Certificate"}),c=V("div",{class:"controls"},V("h3",{},"Controls"),...s.map(({row:u})=>u),!s.length&&V("p",{class:"quiet"},"This page has no sliders."),V("p",{class:"links"},r,o),a,V("p",{class:"quiet"},"Drag a body to pull it while the model plays, or to move it by hand while it pauses."),V("h3",{},"Certificate"),l,V("p",{class:"quiet"},t.sentence)),h=()=>{for(let{show:u}of s)u();o.setAttribute("aria-pressed",String(i.pinned!==null)),a.textContent=U1(i),l.replaceChildren(...n.certificate?O1(n.certificate):[V("p",{class:"quiet"},"The first run is being computed.")])};return i.watch(h),h(),c}function U1({pinned:i,news:e,program:t}){if(!i)return"";let s=t.controls.filter(({name:r})=>i[r]!==e.values[r]).map(({name:r,unit:o})=>`${r} ${at(i[r],4)} \u2192 ${at(e.values[r],4)} ${o}`.trim());return s.length?`Pinned run \u2192 now: ${s.join("; ")}`:"Pinned. Move a slider to compare."}function F1({name:i,low:e,high:t,value:n,unit:s,kind:r},o,a){let l=s?`${i} (${s})`:i,c=()=>e+Number(p.value)/Lf*(t-e),h=!1,u,d=b=>{clearTimeout(u),o.remember(),a(),o.set({[i]:b})},f=()=>{h=!1,clearTimeout(u),u=setTimeout(()=>o.forget(),N1),o.news.sentence&&E()},p=V("input",{type:"range",min:0,max:Lf,step:1,"aria-label":l,class:"scrub",oninput:()=>{h=!0,m(c()),d(c())},onchange:f}),_=V("input",{type:"number",step:"any","aria-label":`${l}, as a number`,class:"value",onchange:()=>{_.value!==""&&(d(Number(_.value)),f())}}),m=b=>{p.style.setProperty("--done",`${100*(b-e)/(t-e)}%`),document.activeElement!==_&&(_.value=String(Number(b.toPrecision(5))))},g=`${r==="start"?"where runs begin":"a number of the model"}; ${at(e,4)} to ${at(t,4)}, ${at(n,4)} in the model`,y=V("label",{class:"control",title:g},V("span",{class:"name"},i),_,V("span",{class:"kind"},s),p),E=()=>{let b=o.news.values[i];h||(p.value=String(Math.round((b-e)/(t-e)*Lf)),document.activeElement===_&&_.blur(),m(b))};return{row:y,show:E}}function O1(i){let e=i.energyScale>0?` (${at(i.energyError/i.energyScale,2)} of ${at(i.energyScale,3)} J)`:"",t=[["energy",`off its balance by ${at(i.energyError,2)} J${e}`],["constraints",`open by ${at(i.open,2)}`],...i.depth===null?[]:[["contacts",`bodies enter each other by up to ${at(i.depth,2)} m in a step`]],["speed",i.factor===null?"\u2013":`${at(i.factor,3)} \xD7 real time`],["steps",`${i.steps} by ${i.method}, ${i.rejected} rejected`]];return[V("p",{class:`verdict ${i.level}`,role:"status"},i.level),...i.reasons.map(n=>V("p",{class:"reason"},`${n}.`)),V("dl",{},...t.flatMap(([n,s])=>[V("dt",{},n),V("dd",{},s)]))]}function x0(i,e,t){let n=e.findIndex(r=>r.text.includes(i));return V("button",{class:"chip replay",title:i,onclick:()=>{n>=0&&t.set("tab",n+1),t.set("right",!0)}},"replay")}function _0(i){let e=V("span"),t=V("button",{class:"plain","aria-label":"Close",title:"Close",onclick:()=>{n.hidden=!0}},"\xD7"),n=V("div",{class:"notice",role:"alert"},e,t),s="",r=()=>{let{certificate:o,sentence:a}=i.news,l=a||(o?.level==="bad"?`The run is bad: ${o.reasons.join("; ")}.`:"");(l!==s||!e.textContent)&&(e.textContent=l,n.hidden=!l),s=l};return i.watch(r),r(),n}var v0=["#5586b5","#d99333","#45a688","#b8563c","#d39ac0","#93d2f0","#6d5447","#d3cf86"],dr=["#1f78b4","#e08a00","#1b9e77","#c9482b","#c774a8","#5cb8e6","#6a4a3c","#b5b04a"],Gh=["#c0504d","#5a9a4a","#4a78c0"],Hh="#c4542f",b0="#7a4fb5",S0="#2a8f6f",M0="#e0a100",k1="#9aa5af",Ur=i=>i===0?k1:v0[(i-1)%v0.length],Wh=i=>dr[(i+3)%dr.length],qn={light:{sky:"#f4f6f8",minor:"#dfe4e9",major:"#c6ced6",edge:"#26323d",edgeOpacity:.42,metal:"#8b97a3",base:"#b4bdc6",spring:"#75818d",constraint:"#8a5fb0",muscle:"#b5473f",open:"#d1493f",shadow:.16,ghost:"#5d6b78",axis:"#5b6773",line:"#e3e7eb"},dark:{sky:"#12161b",minor:"#1f262d",major:"#2f3943",edge:"#05070a",edgeOpacity:.6,metal:"#98a4b0",base:"#56616c",spring:"#a9b4bf",constraint:"#b08fd8",muscle:"#d0645a",open:"#ff7468",shadow:.45,ghost:"#9fb0c0",axis:"#98a5b1",line:"#2a323a"}};var B1={float32:Float32Array,float64:Float64Array,int32:Int32Array};function Fr(i){let e=atob(i.data),t=new Uint8Array(e.length);for(let n=0;n<t.length;n+=1)t[n]=e.charCodeAt(n);return new B1[i.dtype](t.buffer)}function Dn(i){let e=Fr(i);return e instanceof Int32Array?Float64Array.from(e):e}function Ho(i){let e=Fr(i);return e instanceof Float64Array?e:Float64Array.from(e)}var z1=new C(0,0,1),V1=1.003,[Xh,G1]=[48,10];function on(i,e,t=32,n=i){return new tr(n,i,e,t).rotateX(Math.PI/2)}function H1(i,e,t,n){let s=t/2,r=[[i,-s],[e,-s],[e,s],[i,s],[i,-s]].map(([o,a])=>new Re(o,a));return new za(r,n).rotateX(Math.PI/2).toNonIndexed()}function W1(i){let e=new Mt;return e.setAttribute("position",new Qt(Float32Array.from(Fr(i.vertices)),3)),e.setIndex(Array.from(Fr(i.faces))),e.toNonIndexed()}function X1(i,e,t){let n=new C().subVectors(e,i),s=n.length()||1e-12,r=new It().setFromUnitVectors(z1,n.divideScalar(s)),o=new C().addVectors(i,e).multiplyScalar(.5);return on(t,s,12).applyMatrix4(new St().compose(o,r,new C(1,1,1)))}function q1(i,{size:e}){let t=i.points.map(s=>new C(...s));return[...i.segments.map(([s,r])=>X1(t[s],t[r],.45*e)),...t.map((s,r)=>{let o=r===t.length-1?1.1*e:.45*e;return new On(o,20,14).translate(s.x,s.y,s.z)})]}var Y1={box:i=>[new Hi(...i.size)],sphere:(i,e,t)=>[new On(i.radius,t,Math.ceil(t/1.6))],ellipsoid:(i,e,t)=>[new On(1,t,Math.ceil(t/1.6)).scale(...i.radii)],cylinder:(i,{thin:e},t)=>[i.inner_radius>0?H1(i.inner_radius,i.radius,i.length,t):on(i.length>i.radius?Math.max(i.radius,e):i.radius,i.length,t)],cone:(i,e,t)=>[new Er(i.radius,i.length,t).rotateX(Math.PI/2).translate(0,0,i.length/2)],mesh:i=>[W1(i)],wire:q1,sheet:i=>[new Pi(...i.size)],point:(i,{size:e})=>[new On(1.6*e,24,16)]};function E0(i,e){if(!e.rotation&&!e.position)return i;let[t,n,s]=e.rotation??[[1,0,0],[0,1,0],[0,0,1]],[r,o,a]=e.position??[0,0,0];return i.applyMatrix4(new St().set(...t,r,...n,o,...s,a,0,0,0,1))}function $1({kind:i,radius:e=0,length:t=0,inner_radius:n=0}){let s=[],r=(...o)=>{for(let a of o)s.push(...a.map(l=>V1*l))};if(i==="sphere")for(let o=0;o<Xh;o+=1){let[a,l]=[o,o+1].map(c=>2*Math.PI*c/Xh);r([e*Math.cos(a),e*Math.sin(a),0],[e*Math.cos(l),e*Math.sin(l),0]),r([e*Math.cos(a),0,e*Math.sin(a)],[e*Math.cos(l),0,e*Math.sin(l)])}else if(i==="cylinder"&&t<3*e||i==="cone"){let[o,a,l]=i==="cone"?[0,t,0]:[-t/2,t/2,e];for(let c=0;c<4;c+=1){let[h,u]=[Math.cos(Math.PI*c/2),Math.sin(Math.PI*c/2)];r([n*h,n*u,o],[e*h,e*u,o],[e*h,e*u,o],[l*h,l*u,a]),l&&r([n*h,n*u,a],[e*h,e*u,a])}}return s.length?new Mt().setAttribute("position",new Qt(new Float32Array(s),3)):null}var w0=new Map;function Df(i,e,t,n){let s=JSON.stringify([i,e,t,n]),r=w0.get(s);return r||(r=(Y1[i.kind]?.(i,e,t)??[]).map(o=>{let a=E0(o,i);return i.kind==="mesh"&&a.computeVertexNormals(),n?new Oa(a,n):a}),w0.set(s,r)),r}function Z1(i,e){let t=new xi({color:e,transparent:!0,opacity:.16,side:Wn,depthWrite:!1,roughness:1}),n=new Tt(i,t);return n.receiveShadow=!0,n}function Nf(i,e,t,n,s){let r=new Pt,o=new xi({color:t,roughness:.62,metalness:.08}),a=new oi({transparent:!0}),l=[],{looks:c}=i;r.visible=!s;for(let d of c){for(let p of Df(d,n,Xh,0)){if(d.kind==="sheet"){r.add(Z1(p,t));continue}let _=new Tt(p,o);_.castShadow=_.receiveShadow=!0,_.userData.pick={type:"body",index:e},l.push(_),r.add(_)}if(d.kind==="wire")continue;for(let p of Df(d,n,Xh,28))r.add(new Ai(p,a));let f=$1(d);f&&r.add(new Ai(E0(f,d),a))}let h=new Pt,u=()=>{if(!h.children.length)for(let d of c)for(let f of Df(d,n,G1,1))h.add(new Ai(f,a))};return r.add(h),{group:r,fill:o,edge:a,lattice:h,weave:u,meshes:l,color:t}}function T0(i){let e=new Pt,t=new xi({transparent:!0,opacity:.16,depthWrite:!1,roughness:1}),n=new oi({transparent:!0,opacity:.5});for(let s of i.group.children)s instanceof Tt?e.add(new Tt(s.geometry,t)):s instanceof Ai&&e.add(new Ai(s.geometry,n));return{group:e,fill:t,edge:n}}var qh=class{constructor(e,{size:t,radius:n},s){this.parts=e;this.sizes={size:t,thin:Math.max(.45*t,.0022*n)},this.solids=e.map((r,o)=>Nf(r,o,Ur(o),this.sizes,s.has(o))),this.objects=this.solids.map(r=>r.group),this.pickable=this.solids.flatMap(r=>r.meshes)}parts;objects;pickable;solids;name="light";isWire=!1;sizes;update(e){A0(this.objects,e)}reshape(e,t){let{group:n,color:s}=this.solids[e];Nf({...this.parts[e],looks:t},e,s,this.sizes,!1).group.children.forEach((o,a)=>{let l=n.children[a];o.geometry&&l?.geometry&&(l.geometry=o.geometry)})}theme(e){this.name=e,this.wire(this.isWire)}wire(e){this.isWire=e;for(let t of this.solids){Object.assign(t.fill,{transparent:e,opacity:e?.07:1,depthWrite:!e,needsUpdate:!0}),t.edge.color.set(e?t.color:qn[this.name].edge),t.edge.opacity=e?.9:qn[this.name].edgeOpacity,e&&t.weave(),t.lattice.visible=e;for(let n of t.meshes)n.castShadow=!e}}mark(e,t){this.solids.forEach((n,s)=>{n.fill.emissive.set(n.color),n.fill.emissiveIntensity=Ff({type:"body",index:s},e,t)})}dispose(){Sn(this.objects)}},Uf=.5;function Ff(i,e,t){return fs(e,i)?Uf:fs(t,i)?.22:0}function A0(i,e){i.forEach((t,n)=>{t.position.copy(e.positions[n]),t.quaternion.copy(e.quaternions[n])})}var Or=class{constructor(e,t,n=null){this.follow=t;this.tint=n,this.copies=e.solids.map(T0),this.objects=this.copies.map(s=>s.group)}follow;objects;tint=null;copies;update(e,t){A0(this.objects,this.follow(t))}theme(e){let t=qn[e];for(let{fill:n,edge:s}of this.copies)n.color.set(this.tint??t.ghost),s.color.set(this.tint??t.ghost),n.opacity=(e==="dark"?.3:.16)*(this.tint?2:1)}show(e){for(let t of this.objects)t.visible=e}dispose(){for(let{group:e,fill:t,edge:n}of this.copies)e.removeFromParent(),t.dispose(),n.dispose()}},Yh=class{objects;constructor(e,{radius:t,size:n}){this.objects=Array.from({length:e},(s,r)=>new ja(r?7*n:.25*t));for(let s of this.objects)s.setColors(...Gh.map(r=>new Qe(r))),s.material.depthTest=!1,s.renderOrder=3}update(e){this.objects.forEach((t,n)=>{t.position.copy(e.positions[n]),t.quaternion.copy(e.quaternions[n])})}show(e){for(let t of this.objects)t.visible=e}dispose(){Sn(this.objects)}};function $i(i,e=0,t=0){let n=new Float64Array(7*i);for(let s=0;s<i;s+=1)n[7*s+3]=1;return{t:0,poses:n,velocities:new Float64Array(6*i),deformation:new Float64Array(e),loads:new Float64Array(3*t)}}function $h(i,e){return e.t=i.t,e.poses.set(i.poses),i.velocities&&e.velocities&&e.velocities.set(i.velocities),e.deformation.set(i.deformation),e.loads.set(i.loads),e}var K1=new Float64Array;function Wo(i){let[e,t,n,s]=i.quaternion;return{body:i.body,position:new C(...i.position),quaternion:new It(t,n,s,e),elastic:i.elastic}}var ps=class{exaggeration=1;frame;positions;quaternions;places;constructor(e,t=[]){let n=0;this.places=new Map(t.map(s=>{let r=s.values.shape[1]??1;return n+=r,[s.body,{offset:n-r,count:r}]})),this.frame=$i(e),this.positions=Array.from({length:e},()=>new C),this.quaternions=Array.from({length:e},()=>new It)}set(e){this.frame=e;let t=e.poses;return this.positions.forEach((n,s)=>n.fromArray(t,7*s)),this.quaternions.forEach((n,s)=>n.set(t[7*s+4],t[7*s+5],t[7*s+6],t[7*s+3])),this}elastic(e){let t=this.places.get(e);return t?this.frame.deformation.slice(t.offset,t.offset+t.count).map(n=>this.exaggeration*n):K1}end(e,t,n){if(n.copy(this.quaternions[e.body]).multiply(e.quaternion),!e.elastic){this.point(e.body,e.position,t);return}let s=this.elastic(e.body),r=l=>new C(...l.map(c=>c.reduce((h,u,d)=>h+u*(s[d]??0),0)));this.point(e.body,r(e.elastic.Phi).add(e.position),t);let o=r(e.elastic.Theta),a=o.length();a>0&&n.multiply(new It().setFromAxisAngle(o.divideScalar(a),a))}point(e,t,n=new C){return n.copy(t).applyQuaternion(this.quaternions[e]).add(this.positions[e])}};function C0(i,e){return[["Controls",y0(i,()=>e.set("mode",-1))]]}function Zh(i,e,t){return typeof i=="number"?i+t*(e-i):Array.isArray(i)?i.map((n,s)=>Zh(n,e[s],t)):i===null||typeof i!="object"?i:Object.fromEntries(Object.entries(i).map(([n,s])=>[n,Zh(s,e[n],t)]))}function j1(i,e){for(let{name:t,low:n,high:s,drawn:r}of i.program.controls){let o=(i.news.values[t]-n)/(s-n);for(let a of r.bodies)e.bodies.reshape(a.body,Zh(a.low,a.high,o));for(let a of r.ends)e.symbols.drawings[a.connection].ends[a.end].position.set(...Zh(a.low,a.high,o))}}function P0(i,e,t){let[n,s]=[new ps(t.doc.bodies.length),i.room()],r=t.stage.add(new Or(t.bodies,a=>{let l=i.ghost(a,s);return r.show(l!==null),l?n.set(l):n}));r.show(!1),t.stage.theme(e.get("theme"));let o=i.news.values;i.watch(()=>{i.news.values!==o&&j1(i,t),o=i.news.values}),i.ontime=a=>e.set("t",a),g0(t,e,i,()=>e.set("mode",-1))}function R0(i,e,t,n,s){let r=l=>i.bodies.findIndex(c=>c.name===l),o=(l,c,h)=>{let u=c.findIndex(d=>d.name===h);return u<0?null:{type:l,index:u}},a=()=>(e.flush(),t);return{get:l=>(e.flush(),e.get(l)),set:(l,c)=>{e.set(l,c),e.flush()},select:l=>{e.set("selected",o("body",i.bodies,l)??o("connection",i.connections,l)),e.flush()},place:l=>{let{stage:c,pose:h}=a();return c.project(h.positions[r(l)])},position:l=>a().pose.positions[r(l)].toArray(),pick:(l,c)=>a().stage.meet(l,c)?.thing??null,took:l=>t.stage.took(l),saved:()=>t.stage.saved,frames:()=>t.stage.drawn,picture:()=>a().stage.picture(),settled:()=>(e.flush(),!t.stage.asked),table:()=>(e.flush(),n.table()),measured:()=>a().measure.distance,arrows:()=>{let{arrows:l}=a();return l.parts.filter((c,h)=>l.objects[h].visible).map(c=>`${c.name} ${c.kind}`)},root:l=>{let{arrows:c}=a();return c.objects[c.parts.findIndex(h=>h.name===l)].position.toArray()},colors:()=>a().elastic.largest,corner:l=>{let{elastic:c}=a();return c.corner(l)},camera:()=>a().stage.camera.position.toArray(),floor:()=>t.ground.floor,reach:l=>a().symbols.drawings[i.connections.findIndex(c=>c.name===l)].reach(),way:l=>a().symbols.drawings[i.connections.findIndex(c=>c.name===l)].way,touches:()=>a().contacts.views.map(l=>({name:l.part.name,drawn:l.dot.visible,...l.at(e.get("t"))})),living:s,range:()=>t.source.range(),closeUp:()=>a().closeUp(),project:(l,c,h)=>a().stage.project(new C(l,c,h))}}function fr(i,e){let t=0,n=i.length-1;if(n<=0||e<=i[0])return[0,0];if(e>=i[n])return[n-1,1];for(;n-t>1;){let s=t+n>>1;i[s]<=e?t=s:n=s}return[t,(e-i[t])/(i[n]-i[t])]}function Kh(i,e,t,n,s,r=0){let[o,a]=fr(i,t),l=Math.min(o+1,i.length-1);for(let c=0;c<n;c+=1){let h=e[o*n+c];s[r+c]=a===0?h:h+a*(e[l*n+c]-h)}}function pr(i,e,t,n=1,s=0){let[r,o]=fr(i,t),a=e[r*n+s];return o===0?a:a+o*(e[Math.min(r+1,i.length-1)*n+s]-a)}function jh(i,e,t,n=3){return Array.from({length:n},(s,r)=>pr(i,e,t,n,r))}function dl(i){let e=0;for(let t=0;t+2<i.length;t+=3){let n=Math.hypot(i[t],i[t+1],i[t+2]);Number.isFinite(n)&&(e=Math.max(e,n))}return e}function Zi(i,e){return!e||!/^rad(\/|$)/.test(i)?{factor:1,unit:i}:{factor:180/Math.PI,unit:i.replace(/^rad/,"\xB0")}}var Xo=class{constructor(e){this.source=e;this.all=e.channels.flatMap(t=>{let{components:n,unit:s,group:r,id:o}=t;return(n.length?n.map(l=>l.startsWith("[")?`${o}${l}`:`${o}.${l}`):[o]).map((l,c)=>({key:l,channel:t,component:c,unit:s,group:r}))}),this.byKey=new Map(this.all.map(t=>[t.key,t]))}source;all;byKey;find(e){return this.byKey.get(e)}pick(e){return e.flatMap(t=>this.find(t)??[])}times(e){return this.source.channel(e.channel.id).t}value(e,t){let{t:n,y:s}=this.source.channel(e.channel.id);return n.length?pr(n,s,t,e.channel.components.length||1,e.component):NaN}remembered(e){let t=this.source.remembered?.(e.channel.id);return t?{t:t.t,y:I0(t,e)}:null}at(e,t,n=1){let s=this.times(e);if(t===s)return I0(this.source.channel(e.channel.id),e).map(a=>n*a);let r=1e-9*((s[s.length-1]??0)-(s[0]??0)),o=a=>a>=s[0]-r&&a<=s[s.length-1]+r;return Float64Array.from({length:t.length},(a,l)=>o(t[l])?n*this.value(e,t[l]):NaN)}union(e){if(e.length===1)return this.times(e[0]);let t=new Set;for(let n of e)for(let s of this.times(n))t.add(s);return Float64Array.from(t).sort()}};function I0({t:i,y:e},{channel:t,component:n}){let s=t.components.length||1;return Float64Array.from({length:i.length},(r,o)=>e[s*o+n])}function L0(i,e,t,n,s,r){let o=(l,c,h,u)=>V("button",{class:"plain","aria-label":l,title:`${l} (${c})`,onclick:u},Go(h),V("span",{class:"word","aria-hidden":"true"},l)),a=(l,c,h,u)=>{let d=o(c,h,u,()=>e.toggle(l));return e.watch([l],()=>d.setAttribute("aria-pressed",String(e.get(l)))),d};return V("header",{},a("left","Model list","[","left"),V("span",{class:"brand"},"linkwork"),V("h1",{title:i.name},i.name),V("span",{class:"spring"}),V("div",{class:"tools",role:"toolbar","aria-label":"Picture"},t&&o("Fit","F","fit",()=>t.fit()),t&&a("wire","Wireframe","W","wire"),t&&a("names","Names","N","names"),t&&a("frames","Axes","A","frames"),t&&a("floor","Floor","B","floor"),t&&a("follow","Follow","V","follow"),t&&a("measuring","Measure","R","measure"),i.traces.length>0&&a("traces","Traces","T","traces"),(i.ghost!==null||i.others.length>0)&&a("ghost",i.ghost?"Ghost":"Other runs","G","ghost"),(i.touching.length>0||(t?.contacts.views.length??0)>0)&&a("contacts","Contacts","C","contacts"),r>0&&a("plots","Plots","P","plots")),o("Save","S","save",()=>s.showModal()),o("Light or dark","D","theme",()=>e.set("theme",e.get("theme")==="dark"?"light":"dark")),o("Keys","?","help",()=>n.showModal()),a("right","Details","]","right"))}var J1=[["Space","play, pause"],["\u2190 \u2192","a step back, forward; ten with Shift"],["Home, End","to the start, to the end"],["\u2191 \u2193","faster, slower"],["L","loop"],["F","fit the picture"],["1 2 3 0","look along x, y, z; at an angle"],[", .","turn the picture"],["Page \u2191 \u2193","tilt it"],["+ \u2212","zoom"],["W","wireframe"],["N","names"],["A","axes"],["B","floor"],["T","traces"],["G","ghost"],["C","contacts"],["M","to the next mark on the time line; back with Shift"],["P","plots"],["V","follow what is selected"],["R","measure: click two points"],["O","degrees"],["S","save a picture, a film, numbers"],["[ ]","side panels"],["D","light, dark"],["Esc","nothing selected"],["?","this help"]];function D0(){let i=V("button",{class:"chip",onclick:()=>e.close()},"Close"),e=V("dialog",{class:"help","aria-label":"Keys"},V("h2",{},"Keys"),V("dl",{},...J1.flatMap(([t,n])=>[V("dt",{},V("kbd",{},t)),V("dd",{},n)])),V("p",{class:"quiet"},"Drag to turn, drag with the right button to shift, wheel to zoom, click to pick. Drag on a plot to move in time; the wheel there shows less of it, a double click all."),i);return e.addEventListener("click",t=>{t.target===e&&e.close()}),e}var Jh=class{constructor(e){this.values=e}values;listeners=new Map;changed=new Set;asked=!1;get(e){return this.values[e]}all(){return{...this.values}}set(e,t){if(!Object.is(this.values[e],t)){this.values[e]=t;for(let n of this.listeners.get(e)??[])this.changed.add(n);this.asked||!this.changed.size||(this.asked=!0,requestAnimationFrame(()=>this.flush()))}}toggle(e){this.set(e,!this.values[e])}watch(e,t){let n=()=>t();for(let s of e)this.listeners.has(s)||this.listeners.set(s,new Set),this.listeners.get(s).add(n);return t(),()=>{for(let s of e)this.listeners.get(s).delete(n);this.changed.delete(n)}}flush(){this.asked=!1;for(let e of this.changed)this.changed.delete(e),e()}};var Ii=i=>{let[e,t]=i.range();return i.kind==="live"||t>e};function N0(i){let e=window.matchMedia("(prefers-color-scheme: dark)").matches;return new Jh({playing:!1,loop:!0,selected:null,hovered:null,amplitude:.5,phase:0,theme:e?"dark":"light",wire:!1,names:!1,frames:!1,floor:!0,traces:!0,ghost:!0,contacts:!0,tab:0,shown:[],arrows:[],grown:0,degrees:!1,follow:!1,measuring:!1,measured:[],coloring:"plain",exaggeration:1,plotKind:"time",difference:!1,window:null,...i})}var fl=(...i)=>V("dl",{},...i.filter(e=>!!e).flatMap(([e,t])=>[V("dt",{},e),V("dd",{},t)])),Of=i=>V("h3",{},i),U0=i=>i.filter(e=>!!e),Qh=class{constructor(e){this.page=e;e.store.watch(["selected","degrees"],()=>this.build())}page;root=V("div",{class:"inspector"});live=()=>{};build(){let e=this.page.store.get("selected");this.live=()=>{},e?e.type==="body"?this.root.replaceChildren(...this.body(e.index)):this.root.replaceChildren(...this.connection(e.index)):this.root.replaceChildren(...this.overview()),this.live()}link(e){let t=e.type==="body"?this.page.doc.bodies:this.page.doc.connections;return V("button",{class:"link",onclick:()=>this.page.store.set("selected",e)},t[e.index].name)}overview(){let{doc:e,source:t,world:n}=this.page,s=e.bodies.slice(1).reduce((c,h)=>c+h.mass,0),[r,o]=t.range(),a=[Of(e.name),fl(["Bodies",String(e.bodies.length-1)],["Connections",String(e.connections.length)],["Mass",`${at(s)} kg`],o>r&&["Time",`${at(r)} \u2026 ${at(o)} s`],e.channels.length>0&&["Channels",String(e.channels.length)],e.modes.length>0&&["Modes",String(e.modes.length)],e.happened.given>0&&["Happened",this.happened()])];if(t.kind==="recorded"&&o>r){let c=e.poses.times.shape[0];a.push(V("p",{class:"quiet"},`${c} of ${e.poses.given} samples are shown; between them nothing is farther off than ${at(e.poses.tolerance,2)} m.`))}let l=(n?.symbols.drawings??[]).flatMap((c,h)=>c.isOpen?[h]:[]);return l.length&&a.push(V("h4",{},"Not closed"),V("p",{class:"links"},...l.map(c=>this.link({type:"connection",index:c}))),V("p",{class:"quiet"},"Their conditions are not met in the first pose (red lines between ends that should meet): assemble the model first.")),a.push(V("p",{class:"quiet"},"Pick a body or a connection, in the picture or in the list, to see its numbers.")),a}happened(){let{marks:e,given:t}=this.page.doc.happened,n=r=>{let o=e.filter(a=>a.kind===r).length;return o?`${o} ${r}${o>1?"s":""}`:null},s=["impact","change","event"].map(n).filter(Boolean).join(", ");return t>e.length?`${s} on the time line, of ${t}`:s}body(e){let{doc:t,source:n}=this.page,s=t.bodies[e],r=t.connections.flatMap((d,f)=>d.ends.some(p=>p.body===e)?[f]:[]),o=Ii(n)&&e>0,[a,l,c,h]=Array.from({length:4},()=>V("span",{}));this.live=()=>{let{poses:d,velocities:f}=this.page.now();if(a.textContent=`${ur(d.subarray(7*e,7*e+3))} m`,l.textContent=ur(d.subarray(7*e+3,7*e+7)),!o||!f)return;c.textContent=`${ur(f.subarray(6*e+3,6*e+6),3)} m/s`;let{factor:p,unit:_}=Zi("rad/s",this.page.store.get("degrees"));h.textContent=`${ur(f.subarray(6*e,6*e+3).map(m=>p*m),3)} ${_}`};let u=t.differences?"rates are differences of the poses given":"rates are those of the run";return U0([Of(s.name),e===0?V("p",{class:"quiet"},"The ground does not move."):fl(["Mass",`${at(s.mass)} kg`],["Centre of mass",`${ur(s.com)} m`],["Inertia",this.tensor(s.inertia)]),e>0&&V("h4",{},"Now"),e>0&&fl(["Position",a],["Attitude",l],o&&["Velocity",c],o&&["Angular vel.",h]),e>0&&V("p",{class:"quiet"},o?`Of the body frame, in world axes; ${u}. The attitude is in Euler parameters.`:"Of the body frame, in world axes; the attitude is in Euler parameters."),this.bodyCurves(s.name),r.length>0&&V("h4",{},"Connected by"),V("p",{class:"links"},...r.map(d=>this.link({type:"connection",index:d})))])}bodyCurves(e){let t=this.page.curves.all.filter(n=>n.group===e);return t.length?V("details",{},V("summary",{},`Plot one of its ${t.length} channels`),V("p",{class:"links"},...t.map(n=>this.plotButton(n,n.key.slice(e.length+1))))):null}tensor(e){let t=V("table",{class:"tensor"},...e.map(n=>V("tr",{},...n.map(s=>V("td",{},at(s,4))))));return V("div",{},t,V("span",{class:"quiet"},"kg\xB7m\xB2, about the centre of mass"))}connection(e){let{doc:t,store:n,world:s,curves:r,source:o}=this.page,a=t.connections[e],l=V("span",{}),c=r.all.filter(p=>p.group===a.name||p.key.startsWith(`${a.name}.`)).map(p=>({curve:p,value:V("span",{})})),h=t.arrows.flatMap((p,_)=>p.name===a.name?[{arrow:p,j:_,value:V("span",{})}]:[]),u=(s?.contacts.views??[]).filter(p=>p.part.connection===e).map(p=>({view:p,value:V("span",{})}));this.live=()=>{let[p,_]=[s?.symbols.drawings[e].length??0,Ii(o)?2*t.poses.tolerance:1e-9];l.textContent=p<_?"no":`${at(p)} m`;let m=n.get("t");c.forEach(({curve:y,value:E})=>{let{factor:b,unit:P}=Zi(y.unit,n.get("degrees"));E.textContent=`${at(b*r.value(y,m))} ${P}`}),u.forEach(({view:y,value:E})=>{E.textContent=Q1(y,m)});let{loads:g}=this.page.now();h.forEach(({arrow:y,j:E,value:b})=>{b.textContent=`${ur(g.subarray(3*E,3*E+3))} ${y.kind==="force"?"N":"N\xB7m"}`})};let d=a.ends.map((p,_)=>[_?"and":"Between",V("span",{},this.link({type:"body",index:p.body}),` at ${ur(p.position)}`)]),f=p=>p.slice(a.name.length+1);return U0([Of(a.name),fl(["Kind",a.kind],...d,a.ends.length===2&&["Ends apart",l]),h.length>0&&this.arrowButton(a.name),c.length+h.length+u.length>0&&V("h4",{},"Now"),fl(...c.map(({curve:p,value:_})=>[f(p.key),V("span",{class:"with-plot"},_,this.plotButton(p))]),...h.map(({arrow:p,value:_})=>[`${p.kind} (world)`,_]),...u.map(({view:p,value:_})=>[p.part.name===a.name?"touches":f(p.part.name),_])),V("h4",{},"As given"),V("p",{class:"code"},a.about)])}arrowButton(e){let{store:t}=this.page,n=V("button",{class:"chip",title:"Arrows of the load on the second end stay when something else is selected"},"keep its arrows"),s=()=>n.setAttribute("aria-pressed",String(t.get("arrows").includes(e)));return n.addEventListener("click",()=>{let r=t.get("arrows").filter(o=>o!==e);t.set("arrows",r.length<t.get("arrows").length?r:[...r,e]),s()}),s(),V("p",{class:"links"},n)}plotButton(e,t="plot"){let{store:n,plots:s}=this.page,r=()=>n.get("shown").includes(e.key),o=V("button",{class:"chip","aria-label":`Plot ${e.key}`,"aria-pressed":String(r())},t);return o.addEventListener("click",()=>{s.show(e.key,!r()),o.setAttribute("aria-pressed",String(r()))}),o}};function Q1(i,e){let{state:t,normal:n,friction:s}=i.at(e);if(t!=="closed")return t==="hit"?"impact":"no";let[r,o]=[n,s].map(a=>Math.hypot(...a));return r?`${at(r,4)} N${o>1e-9*r?`, friction ${at(o,4)} N`:""}`:"impact"}var eE=8,tE=24,eu=i=>dr[i%dr.length];function F0(i,e,t){let n=(c,h)=>{let u=V("input",{type:"checkbox","aria-label":c.key,onchange:()=>t(c.key,u.checked)}),[d,f]=[V("span",{class:"value"}),V("span",{class:"swatch"})];return{row:V("label",{class:"channel",title:c.key},u,f,V("span",{class:"name"},h),d),value:d,curve:c,box:u,swatch:f}},s=i.all.length>tE,r=iE(i).map(({title:c,own:h})=>{let u=h.map(f=>n(f,c&&s&&f.key.slice(c.length+1)||f.key)),d=u.map(({row:f})=>f);return!s||!c?{title:c,rows:u,holder:V("div",{},...d)}:{title:c,rows:u,holder:V("details",{},V("summary",{},`${c} `,V("span",{class:"count"},String(u.length))),...d)}}),o=r.flatMap(c=>c.rows),a=()=>{if(e.get("plots"))for(let{row:c,value:h,curve:u}of o){if(c.parentElement instanceof HTMLDetailsElement&&!c.parentElement.open)continue;let{factor:d,unit:f}=Zi(u.unit,e.get("degrees"));h.textContent=`${at(d*i.value(u,e.get("t")),4)} ${f}`}};e.watch(["shown"],()=>{let c=e.get("shown");for(let{row:h,box:u,swatch:d,curve:f}of o)u.checked=c.includes(f.key),h.classList.toggle("on",u.checked),d.style.background=u.checked?eu(c.indexOf(f.key)):"";for(let{holder:h,rows:u}of r)h instanceof HTMLDetailsElement&&u.some(({box:d})=>d.checked)&&(h.open=!0)}),e.watch(["t","grown","degrees","plots"],a);let l=V("div",{class:"channels",role:"group","aria-label":"Channels"},...r.map(({holder:c})=>c));return l.addEventListener("toggle",a,!0),V("div",{class:"choose"},o.length>eE&&nE(r,o.length,a),l)}function nE(i,e,t){let n=V("input",{type:"search",placeholder:`${e} channels: search`,"aria-label":"Filter channels"});return n.addEventListener("input",()=>{let s=n.value.toLowerCase().split(/\s+/).filter(Boolean);for(let{holder:r,rows:o}of i){let a=0;for(let{row:l,curve:c}of o)l.hidden=!s.every(h=>c.key.toLowerCase().includes(h)),l.hidden||(a+=1);r.hidden=a===0,r instanceof HTMLDetailsElement&&s.length&&(r.open=a>0)}t()}),n}function iE(i){let e=new Map([["",[]]]);for(let t of i.all)e.set(t.group,[...e.get(t.group)??[],t]);return[...e].filter(([,t])=>t.length).map(([t,n])=>({title:t,own:n}))}var sE="uplot",rE="u-hz",oE="u-vt",aE="u-title",lE="u-wrap",cE="u-under",hE="u-over",uE="u-axis",zr="u-off",dE="u-select",fE="u-cursor-x",pE="u-cursor-y",mE="u-cursor-pt",gE="u-legend",yE="u-live",xE="u-inline",_E="u-series",vE="u-marker",O0="u-label",bE="u-value",ml="width",gl="height";var k0="bottom",qo="left",kf="right",tp="#000",B0=tp+"0",Bf="mousemove",z0="mousedown",zf="mouseup",V0="mouseenter",G0="mouseleave",H0="dblclick",SE="resize",ME="scroll",W0="change",ru="dppxchange",np="--",Qo=typeof window<"u",Xf=Qo?document:null,$o=Qo?window:null,wE=Qo?navigator:null,At,tu;function qf(){let i=devicePixelRatio;At!=i&&(At=i,tu&&$f(W0,tu,qf),tu=matchMedia(`(min-resolution: ${At-.001}dppx) and (max-resolution: ${At+.001}dppx)`),Vr(W0,tu,qf),$o.dispatchEvent(new CustomEvent(ru)))}function vi(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function Yf(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function $t(i,e,t){i.style[e]=t+"px"}function Ki(i,e,t,n){let s=Xf.createElement(i);return e!=null&&vi(s,e),t?.insertBefore(s,n),s}function Li(i,e){return Ki("div",i,e)}var X0=new WeakMap;function ms(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=X0.get(i);r!=o&&(i.style.transform=r,X0.set(i,r),e<0||t<0||e>n||t>s?vi(i,zr):Yf(i,zr))}var q0=new WeakMap;function Y0(i,e,t){let n=e+t,s=q0.get(i);n!=s&&(q0.set(i,n),i.style.background=e,i.style.borderColor=t)}var $0=new WeakMap;function Z0(i,e,t,n){let s=e+""+t,r=$0.get(i);s!=r&&($0.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var ip={passive:!0},EE={...ip,capture:!0};function Vr(i,e,t,n){e.addEventListener(i,t,n?EE:ip)}function $f(i,e,t,n){e.removeEventListener(i,t,ip)}Qo&&qf();function ji(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:bi((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function My(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var wy=i=>i!=null,Ey=i=>i!=null&&i>0,lu=My(wy),TE=My(Ey);function AE(i,e,t,n=0,s=!1){let r=s?TE:lu,o=s?Ey:wy;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??zt,l??-zt]}function cu(i,e,t,n){let s=J0(i),r=J0(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?ks:Ty,a=s==1?bi:Di,l=r==1?Di:bi,c=a(o(wn(i))),h=l(o(wn(e))),u=Zo(t,c),d=Zo(t,h);return t==10&&(c<0&&(u=Vt(u,-c)),h<0&&(d=Vt(d,-h))),n||t==2?(i=u*s,e=d*r):(i=Ry(i,u),e=hu(e,d)),[i,e]}function sp(i,e,t,n){let s=cu(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var rp=.1,K0={mode:3,pad:rp},xl={pad:0,soft:null,mode:0},CE={min:xl,max:xl};function ou(i,e,t,n){return uu(t)?j0(i,e,t):(xl.pad=t,xl.soft=n?0:null,xl.mode=n?3:0,j0(i,e,CE))}function wt(i,e){return i??e}function PE(i,e,t){for(e=wt(e,0),t=wt(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function j0(i,e,t){let n=t.min,s=t.max,r=wt(n.pad,0),o=wt(s.pad,0),a=wt(n.hard,-zt),l=wt(s.hard,zt),c=wt(n.soft,zt),h=wt(s.soft,-zt),u=wt(n.mode,0),d=wt(s.mode,0),f=e-i,p=ks(f),_=si(wn(i),wn(e)),m=ks(_),g=wn(m-p);(f<1e-24||g>10)&&(f=0,(i==0||e==0)&&(f=1e-24,u==2&&c!=zt&&(r=0),d==2&&h!=-zt&&(o=0)));let y=f||_||1e3,E=ks(y),b=Zo(10,bi(E)),P=y*(f==0?i==0?.1:1:r),w=Vt(Ry(i-P,b/10),24),x=i>=c&&(u==1||u==3&&w<=c||u==2&&w>=c)?c:zt,M=si(a,w<x&&i>=x?x:Ji(x,w)),F=y*(f==0?e==0?.1:1:o),L=Vt(hu(e+F,b/10),24),D=e<=h&&(d==1||d==3&&L>=h||d==2&&L<=h)?h:-zt,z=Ji(l,L>D&&e<=D?D:si(D,L));return M==z&&M==0&&(z=100),[M,z]}var RE=new Intl.NumberFormat(Qo?wE.language:"en-US"),op=i=>RE.format(i),Si=Math,su=Si.PI,wn=Si.abs,bi=Si.floor,Mn=Si.round,Di=Si.ceil,Ji=Si.min,si=Si.max,Zo=Si.pow,J0=Si.sign,ks=Si.log10,Ty=Si.log2,IE=(i,e=1)=>Si.sinh(i)*e,Vf=(i,e=1)=>Si.asinh(i/e),zt=1/0;function Q0(i){return(ks((i^i>>31)-(i>>31))|0)+1}function Zf(i,e,t){return Ji(si(i,e),t)}function Ay(i){return typeof i=="function"}function _t(i){return Ay(i)?i:()=>i}var LE=()=>{},Cy=i=>i,Py=(i,e)=>e,DE=i=>null,ey=i=>!0,ty=(i,e)=>i==e,NE=/\.\d*?(?=9{6,}|0{6,})/gm,Gr=i=>{if(Ly(i)||gr.has(i))return i;let e=`${i}`,t=e.match(NE);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Gr(s)}e${r}`}return Vt(i,n)};function kr(i,e){return Gr(Vt(Gr(i/e))*e)}function hu(i,e){return Gr(Di(Gr(i/e))*e)}function Ry(i,e){return Gr(bi(Gr(i/e))*e)}function Vt(i,e=0){if(Ly(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return Mn(n)/t}var gr=new Map;function Iy(i){return((""+i).split(".")[1]||"").length}function vl(i,e,t,n){let s=[],r=n.map(Iy);for(let o=e;o<t;o++){let a=wn(o),l=Vt(Zo(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:Vt(h,u);s.push(d),gr.set(d,u)}}return s}var _l={},ap=[],Ko=[null,null],mr=Array.isArray,Ly=Number.isInteger,UE=i=>i===void 0;function ny(i){return typeof i=="string"}function uu(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function FE(i){return i!=null&&typeof i=="object"}var OE=Object.getPrototypeOf(Uint8Array),Dy="__proto__";function jo(i,e=uu){let t;if(mr(i)){let n=i.find(s=>s!=null);if(mr(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=jo(i[s],e)}else t=i.slice()}else if(i instanceof OE)t=i.slice();else if(e(i)){t={};for(let n in i)n!=Dy&&(t[n]=jo(i[n],e))}else t=i;return t}function gn(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=Dy&&(uu(i[s])?gn(i[s],jo(n[s])):i[s]=jo(n[s]))}return i}var kE=0,BE=1,zE=2;function VE(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function GE(i,e){if(XE(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return qE(o[0])||(o=WE(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=e?e[o][c]:BE,f=[];for(let p=0;p<h.length;p++){let _=h[p],m=r.get(l[p]);_===null?d!=kE&&(u[m]=_,d==zE&&f.push(m)):u[m]=_}VE(u,f,s),n.push(u)}}return n}var HE=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function WE(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function XE(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function qE(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=si(1,bi((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Ny=["January","February","March","April","May","June","July","August","September","October","November","December"],Uy=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Fy(i){return i.slice(0,3)}var YE=Uy.map(Fy),$E=Ny.map(Fy),ZE={MMMM:Ny,MMM:$E,WWWW:Uy,WWW:YE};function pl(i){return(i<10?"0":"")+i}function KE(i){return(i<10?"00":i<100?"0":"")+i}var jE={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>pl(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>pl(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>pl(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>pl(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>pl(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>KE(i.getMilliseconds())};function lp(i,e){e=e||ZE;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?jE[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var JE=new Intl.DateTimeFormat().resolvedOptions().timeZone;function QE(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==JE?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var Oy=i=>i%1==0,au=[1,2,2.5,5],eT=vl(10,-32,0,au),ky=vl(10,0,32,au),tT=ky.filter(Oy),Br=eT.concat(ky),cp=`
`,By="{YYYY}",iy=cp+By,zy="{M}/{D}",yl=cp+zy,nu=yl+"/{YY}",Vy="{aa}",nT="{h}:{mm}",Yo=nT+Vy,sy=cp+Yo,ry=":{ss}",Dt=null;function Gy(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?vl(10,0,3,au).filter(Oy):vl(10,-3,0,au)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,By,Dt,Dt,Dt,Dt,Dt,Dt,1],[s*28,"{MMM}",iy,Dt,Dt,Dt,Dt,Dt,1],[s,zy,iy,Dt,Dt,Dt,Dt,Dt,1],[n,"{h}"+Vy,nu,Dt,yl,Dt,Dt,Dt,1],[t,Yo,nu,Dt,yl,Dt,Dt,Dt,1],[e,ry,nu+" "+Yo,Dt,yl+" "+Yo,Dt,sy,Dt,1],[i,ry+".{fff}",nu+" "+Yo,Dt,yl+" "+Yo,Dt,sy,Dt,1]];function h(u){return(d,f,p,_,m,g)=>{let y=[],E=m>=o,b=m>=r&&m<o,P=u(p),w=Vt(P*i,3),x=Gf(P.getFullYear(),E?0:P.getMonth(),b||E?1:P.getDate()),M=Vt(x*i,3);if(b||E){let F=b?m/r:0,L=E?m/o:0,D=w==M?w:Vt(Gf(x.getFullYear()+L,x.getMonth()+F,1)*i,3),z=new Date(Mn(D/i)),W=z.getFullYear(),U=z.getMonth();for(let X=0;D<=_;X++){let $=Gf(W+L*X,U+F*X,1),H=$-u(Vt($*i,3));D=Vt((+$+H)*i,3),D<=_&&y.push(D)}}else{let F=m>=s?s:m,L=bi(p)-bi(w),D=M+L+hu(w-M,F);y.push(D);let z=u(D),W=z.getHours()+z.getMinutes()/t+z.getSeconds()/n,U=m/n,X=d.axes[f]._space,$=g/X;for(;D=Vt(D+m,i==1?0:3),!(D>_);)if(U>1){let H=bi(Vt(W+U,6))%24,Q=u(D).getHours()-H;Q>1&&(Q=-1),D-=Q*n,W=(W+U)%24;let se=y[y.length-1];Vt((D-se)/m,3)*$>=.7&&y.push(D)}else y.push(D)}return y}}return[l,c,h]}var[iT,sT,rT]=Gy(1),[oT,aT,lT]=Gy(.001);vl(2,-53,53,[1]);function oy(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function ay(i,e){return(t,n,s,r,o)=>{let a=e.find(p=>o>=p[0])||e[e.length-1],l,c,h,u,d,f;return n.map(p=>{let _=i(p),m=_.getFullYear(),g=_.getMonth(),y=_.getDate(),E=_.getHours(),b=_.getMinutes(),P=_.getSeconds(),w=m!=l&&a[2]||g!=c&&a[3]||y!=h&&a[4]||E!=u&&a[5]||b!=d&&a[6]||P!=f&&a[7]||a[1];return l=m,c=g,h=y,u=E,d=b,f=P,w(_)})}}function cT(i,e){let t=lp(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function Gf(i,e,t){return new Date(i,e,t)}function ly(i,e){return e(i)}var hT="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function cy(i,e){return(t,n,s,r)=>r==null?np:e(i(n))}function uT(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function dT(i,e){return i.series[e].fill(i,e)}var fT={show:!0,live:!0,isolate:!1,mount:LE,markers:{show:!0,width:2,stroke:uT,fill:dT,dash:"solid"},idx:null,idxs:null,values:[]};function pT(i,e){let t=i.cursor.points,n=Li(),s=t.size(i,e);$t(n,ml,s),$t(n,gl,s);let r=s/-2;$t(n,"marginLeft",r),$t(n,"marginTop",r);let o=t.width(i,e,s);return o&&$t(n,"borderWidth",o),n}function mT(i,e){let t=i.series[e].points;return t._fill||t._stroke}function gT(i,e){let t=i.series[e].points;return t._stroke||t._fill}function yT(i,e){return i.series[e].points.size}var Hf=[0,0];function xT(i,e,t){return Hf[0]=e,Hf[1]=t,Hf}function iu(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function Wf(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var _T={show:!0,x:!0,y:!0,lock:!1,move:xT,points:{one:!1,show:pT,size:yT,width:0,stroke:gT,fill:mT},bind:{mousedown:iu,mouseup:iu,click:iu,dblclick:iu,mousemove:Wf,mouseleave:Wf,mouseenter:Wf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Hy={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},hp=gn({},Hy,{filter:Py}),Wy=gn({},hp,{size:10}),Xy=gn({},Hy,{show:!1}),up='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',qy="bold "+up,Yy=1.5,hy={show:!0,scale:"x",stroke:tp,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:qy,side:2,grid:hp,ticks:Wy,border:Xy,font:up,lineGap:Yy,rotate:0},vT="Value",bT="Time",uy={show:!0,scale:"x",auto:!1,sorted:1,min:zt,max:-zt,idxs:[]};function ST(i,e,t,n,s){return e.map(r=>r==null?"":op(r))}function MT(i,e,t,n,s,r,o){let a=[],l=gr.get(s)||0;t=o?t:Vt(hu(t,s),l);for(let c=t;c<=n;c=Vt(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Kf(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?ks:Ty,h=bi(c(t));s=Zo(l,h),l==10&&(s=Br[ji(s,Br)]);let u=t,d=s*l;l==10&&(d=Br[ji(d,Br)]);do a.push(u),u=u+s,l==10&&!gr.has(u)&&(u=Vt(u,gr.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=Br[ji(d,Br)]));while(u<=n);return a}function wT(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].scale].asinh,c=n>l?Kf(i,e,si(l,t),n,s):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?Kf(i,e,si(l,-n),-t,s):[l]).reverse().map(d=>-d).concat(h,c)}var $y=/./,ET=/[12357]/,TT=/[125]/,dy=/1/,jf=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function AT(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?$y:l(7,o)-h>=c?ET:l(5,o)-h>=c?TT:dy;if(u==dy){let d=wn(l(1,o)-h);if(d<c)return jf(e.slice().reverse(),a.distr,u,Di(c/d)).reverse()}return jf(e,a.distr,u,1)}function CT(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=wn(l(1,o)-l(2,o));return c<a?jf(e.slice().reverse(),3,$y,Di(a/c)).reverse():e}function PT(i,e,t,n){return n==null?np:e==null?"":op(e)}var fy={show:!0,scale:"y",stroke:tp,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:qy,side:3,grid:hp,ticks:Wy,border:Xy,font:up,lineGap:Yy,rotate:0};function RT(i,e){let t=3+(i||1)*2;return Vt(t*e,3)}function IT(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=wn(o-r),l=i.series[e],c=a/(l.points.space*At);return n[1]-n[0]<=c}var py={scale:null,auto:!0,sorted:0,min:zt,max:-zt},Zy=(i,e,t,n,s)=>s,my={show:!0,auto:!0,sorted:0,gaps:Zy,alpha:1,facets:[gn({},py,{scale:"x"}),gn({},py,{scale:"y"})]},gy={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Zy,alpha:1,points:{show:IT,filter:null},values:null,min:zt,max:-zt,idxs:[],path:null,clip:null};function LT(i,e,t,n,s){return t/10}var Ky={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},DT=gn({},Ky,{time:!1,ori:1}),yy={};function jy(i,e){let t=yy[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(yy[i]=t)),t}var Jo=1,Jf=2;function Hr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,_=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?t(s,l,c,h,u,m,g,d,f,p,_,fu,ea,mu,Qy,tx):t(s,l,c,h,u,g,m,f,d,_,p,pu,ta,pp,ex,nx)}function dp(i,e){let t=0,n=0,s=wt(i.bands,ap);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function NT(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Bs(i,e,t,n,s,r){return Hr(i,e,(o,a,l,c,h,u,d,f,p,_,m)=>{let g=o.pxRound,y=c.dir*(c.ori==0?1:-1),E=c.ori==0?ea:ta,b,P;y==1?(b=t,P=n):(b=n,P=t);let w=g(u(a[b],c,_,f)),x=g(d(l[b],h,m,p)),M=g(u(a[P],c,_,f)),F=g(d(r==1?h.max:h.min,h,m,p)),L=new Path2D(s);return E(L,M,F),E(L,w,F),E(L,w,x),L})}function du(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?mu:pp,l=t;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=t+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function UT(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function fp(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(i[u]),p=d==u?f:r(i[d]),_=u-s;f=o<=0&&_>=0&&_<l?r(i[_]):f;let g=d+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=f&&a.push([f,p])}return a}function xy(i){return i==0?Cy:i==1?Mn:e=>kr(e,i)}function Jy(i){let e=i==0?fu:pu,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Ji(c,a/2,l/2),h=Ji(h,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,h),t(s,r,o+l,r,o,h),t(s,r,o,r+a,o,c),s.closePath())}}var fu=(i,e,t)=>{i.moveTo(e,t)},pu=(i,e,t)=>{i.moveTo(t,e)},ea=(i,e,t)=>{i.lineTo(e,t)},ta=(i,e,t)=>{i.lineTo(t,e)},mu=Jy(0),pp=Jy(1),Qy=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},ex=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},tx=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},nx=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function ix(i){return(e,t,n,s,r)=>Hr(e,t,(o,a,l,c,h,u,d,f,p,_,m)=>{let{pxRound:g,points:y}=o,E,b;c.ori==0?(E=fu,b=Qy):(E=pu,b=ex);let P=Vt(y.width*At,3),w=(y.size-y.width)/2*At,x=Vt(w*2,3),M=new Path2D,F=new Path2D,{left:L,top:D,width:z,height:W}=e.bbox;mu(F,L-x,D-x,z+x*2,W+x*2);let U=X=>{if(l[X]!=null){let $=g(u(a[X],c,_,f)),H=g(d(l[X],h,m,p));E(M,$+w,H),b(M,$,H,w,0,su*2)}};if(r)r.forEach(U);else for(let X=n;X<=s;X++)U(X);return{stroke:P>0?M:null,fill:M,clip:F,flags:Jo|Jf}})}function sx(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var FT=sx(ea),OT=sx(ta);function rx(i){let e=wt(i?.alignGaps,0);return(t,n,s,r)=>Hr(t,n,(o,a,l,c,h,u,d,f,p,_,m)=>{[s,r]=lu(l,s,r);let g=o.pxRound,y=W=>g(u(W,c,_,f)),E=W=>g(d(W,h,m,p)),b,P;c.ori==0?(b=ea,P=FT):(b=ta,P=OT);let w=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Jo},M=x.stroke,F=!1;if(r-s>=_*4){let W=ue=>t.posToVal(ue,c.key,!0),U=null,X=null,$,H,ce,j=y(a[w==1?s:r]),Q=y(a[s]),se=y(a[r]),de=W(w==1?Q+1:se-1);for(let ue=w==1?s:r;ue>=s&&ue<=r;ue+=w){let ee=a[ue],xe=(w==1?ee<de:ee>de)?j:y(ee),Ae=l[ue];xe==j?Ae!=null?(H=Ae,U==null?(b(M,xe,E(H)),$=U=X=H):H<U?U=H:H>X&&(X=H)):Ae===null&&(F=!0):(U!=null&&P(M,j,E(U),E(X),E($),E(H)),Ae!=null?(H=Ae,b(M,xe,E(H)),U=X=$=H):(U=X=null,Ae===null&&(F=!0)),j=xe,de=W(j+w))}U!=null&&U!=X&&ce!=j&&P(M,j,E(U),E(X),E($),E(H))}else for(let W=w==1?s:r;W>=s&&W<=r;W+=w){let U=l[W];U===null?F=!0:U!=null&&b(M,y(a[W]),E(U))}let[D,z]=dp(t,n);if(o.fill!=null||D!=0){let W=x.fill=new Path2D(M),U=o.fillTo(t,n,o.min,o.max,D),X=E(U),$=y(a[s]),H=y(a[r]);w==-1&&([H,$]=[$,H]),b(W,H,X),b(W,$,X)}if(!o.spanGaps){let W=[];F&&W.push(...fp(a,l,s,r,w,y,e)),x.gaps=W=o.gaps(t,n,s,r,W),x.clip=du(W,c.ori,f,p,_,m)}return z!=0&&(x.band=z==2?[Bs(t,n,s,r,M,-1),Bs(t,n,s,r,M,1)]:Bs(t,n,s,r,M,z)),x})}function kT(i){let e=wt(i.align,1),t=wt(i.ascDesc,!1),n=wt(i.alignGaps,0),s=wt(i.extend,!1);return(r,o,a,l)=>Hr(r,o,(c,h,u,d,f,p,_,m,g,y,E)=>{[a,l]=lu(u,a,l);let b=c.pxRound,{left:P,width:w}=r.bbox,x=Q=>b(p(Q,d,y,m)),M=Q=>b(_(Q,f,E,g)),F=d.ori==0?ea:ta,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Jo},D=L.stroke,z=d.dir*(d.ori==0?1:-1),W=M(u[z==1?a:l]),U=x(h[z==1?a:l]),X=U,$=U;s&&e==-1&&($=P,F(D,$,W)),F(D,U,W);for(let Q=z==1?a:l;Q>=a&&Q<=l;Q+=z){let se=u[Q];if(se==null)continue;let de=x(h[Q]),ue=M(se);e==1?F(D,de,W):F(D,X,ue),F(D,de,ue),W=ue,X=de}let H=X;s&&e==1&&(H=P+w,F(D,H,W));let[ce,j]=dp(r,o);if(c.fill!=null||ce!=0){let Q=L.fill=new Path2D(D),se=c.fillTo(r,o,c.min,c.max,ce),de=M(se);F(Q,H,de),F(Q,$,de)}if(!c.spanGaps){let Q=[];Q.push(...fp(h,u,a,l,z,x,n));let se=c.width*At/2,de=t||e==1?se:-se,ue=t||e==-1?-se:se;Q.forEach(ee=>{ee[0]+=de,ee[1]+=ue}),L.gaps=Q=c.gaps(r,o,a,l,Q),L.clip=du(Q,d.ori,m,g,y,E)}return j!=0&&(L.band=j==2?[Bs(r,o,a,l,D,-1),Bs(r,o,a,l,D,1)]:Bs(r,o,a,l,D,j)),L})}function _y(i,e,t,n,s,r,o=zt){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let h=wn(i[l]-i[a]);h<c&&(c=h,o=wn(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function BT(i){i=i||_l;let e=wt(i.size,[.6,zt,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=_t(s),o=1-e[0],a=wt(e[1],zt),l=wt(e[2],1),c=wt(i.disp,_l),h=wt(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,_,m)=>Hr(f,p,(g,y,E,b,P,w,x,M,F,L,D)=>{let z=g.pxRound,W=t,U=n*At,X=a*At,$=l*At,H,ce;b.ori==0?[H,ce]=r(f,p):[ce,H]=r(f,p);let j=b.dir*(b.ori==0?1:-1),Q=b.ori==0?mu:pp,se=b.ori==0?h:(Pe,$e,ot,Me,Bt,Ve,qe)=>{h(Pe,$e,ot,Bt,Me,qe,Ve)},de=wt(f.bands,ap).find(Pe=>Pe.series[0]==p),ue=de!=null?de.dir:0,ee=g.fillTo(f,p,g.min,g.max,ue),me=z(x(ee,P,D,F)),xe,Ae,Se,We=L,rt=z(g.width*At),Ge=!1,dt=null,ct=null,it=null,Kt=null;u!=null&&(rt==0||d!=null)&&(Ge=!0,dt=u.values(f,p,_,m),ct=new Map,new Set(dt).forEach(Pe=>{Pe!=null&&ct.set(Pe,new Path2D)}),rt>0&&(it=d.values(f,p,_,m),Kt=new Map,new Set(it).forEach(Pe=>{Pe!=null&&Kt.set(Pe,new Path2D)})));let{x0:Gt,size:cn}=c;if(Gt!=null&&cn!=null){W=1,y=Gt.values(f,p,_,m),Gt.unit==2&&(y=y.map(ot=>f.posToVal(M+ot*L,b.key,!0)));let Pe=cn.values(f,p,_,m);cn.unit==2?Ae=Pe[0]*L:Ae=w(Pe[0],b,L,M)-w(0,b,L,M),We=_y(y,E,w,b,L,M,We),Se=We-Ae+U}else We=_y(y,E,w,b,L,M,We),Se=We*o+U,Ae=We-Se;Se<1&&(Se=0),rt>=Ae/2&&(rt=0),Se<5&&(z=Cy);let Ot=Se>0,Tn=We-Se-(Ot?rt:0);Ae=z(Zf(Tn,$,X)),xe=(W==0?Ae/2:W==j?0:Ae)-W*j*((W==0?U/2:0)+(Ot?rt/2:0));let vt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},yn=Ge?null:new Path2D,en=null;if(de!=null)en=f.data[de.series[1]];else{let{y0:Pe,y1:$e}=c;Pe!=null&&$e!=null&&(E=$e.values(f,p,_,m),en=Pe.values(f,p,_,m))}let hn=H*Ae,k=ce*Ae;for(let Pe=j==1?_:m;Pe>=_&&Pe<=m;Pe+=j){let $e=E[Pe];if($e==null)continue;if(en!=null){let q=en[Pe]??0;if($e-q==0)continue;me=x(q,P,D,F)}let ot=b.distr!=2||c!=null?y[Pe]:Pe,Me=w(ot,b,L,M),Bt=x(wt($e,ee),P,D,F),Ve=z(Me-xe),qe=z(si(Bt,me)),R=z(Ji(Bt,me)),S=qe-R;if($e!=null){let q=$e<0?k:hn,he=$e<0?hn:k;Ge?(rt>0&&it[Pe]!=null&&Q(Kt.get(it[Pe]),Ve,R+bi(rt/2),Ae,si(0,S-rt),q,he),dt[Pe]!=null&&Q(ct.get(dt[Pe]),Ve,R+bi(rt/2),Ae,si(0,S-rt),q,he)):Q(yn,Ve,R+bi(rt/2),Ae,si(0,S-rt),q,he),se(f,p,Pe,Ve-rt/2,R,Ae+rt,S)}}return rt>0?vt.stroke=Ge?Kt:yn:Ge||(vt._fill=g.width==0?g._fill:g._stroke??g._fill,vt.width=0),vt.fill=Ge?ct:yn,vt})}function zT(i,e){let t=wt(e?.alignGaps,0);return(n,s,r,o)=>Hr(n,s,(a,l,c,h,u,d,f,p,_,m,g)=>{[r,o]=lu(c,r,o);let y=a.pxRound,E=H=>y(d(H,h,m,p)),b=H=>y(f(H,u,g,_)),P,w,x;h.ori==0?(P=fu,x=ea,w=tx):(P=pu,x=ta,w=nx);let M=h.dir*(h.ori==0?1:-1),F=E(l[M==1?r:o]),L=F,D=[],z=[];for(let H=M==1?r:o;H>=r&&H<=o;H+=M)if(c[H]!=null){let j=l[H],Q=E(j);D.push(L=Q),z.push(b(c[H]))}let W={stroke:i(D,z,P,x,w,y),fill:null,clip:null,band:null,gaps:null,flags:Jo},U=W.stroke,[X,$]=dp(n,s);if(a.fill!=null||X!=0){let H=W.fill=new Path2D(U),ce=a.fillTo(n,s,a.min,a.max,X),j=b(ce);x(H,L,j),x(H,F,j)}if(!a.spanGaps){let H=[];H.push(...fp(l,c,r,o,M,E,t)),W.gaps=H=a.gaps(n,s,r,o,H),W.clip=du(H,h.ori,p,_,m,g)}return $!=0&&(W.band=$==2?[Bs(n,s,r,o,U,-1),Bs(n,s,r,o,U,1)]:Bs(n,s,r,o,U,$)),W})}function VT(i){return zT(GT,i)}function GT(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=e[d+1]-e[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,e[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,e[d+1]-l[d+1]*u[d]/3,i[d+1],e[d+1])}return a}var Qf=new Set;function vy(){for(let i of Qf)i.syncRect(!0)}Qo&&(Vr(SE,$o,vy),Vr(ME,$o,vy,!0),Vr(ru,$o,()=>{Nn.pxRatio=At}));var HT=rx(),WT=ix();function by(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>ep(r,o,e,t))}function XT(i,e){return i.map((t,n)=>n==0?{}:gn({},e,t))}function ep(i,e,t,n){return gn({},e==0?t:n,i)}function ox(i,e,t){return e==null?Ko:[e,t]}var qT=ox;function YT(i,e,t){return e==null?Ko:ou(e,t,rp,!0)}function ax(i,e,t,n){return e==null?Ko:cu(e,t,i.scales[n].log,!1)}var $T=ax;function lx(i,e,t,n){return e==null?Ko:sp(e,t,i.scales[n].log,!1)}var ZT=lx;function KT(i,e,t,n,s){let r=si(Q0(i),Q0(e)),o=e-i,a=ji(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?gr.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function Sy(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=Mn((t=+s)*At))+"px"),[i,e,t]}function jT(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=Vt(e[2]*At,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Nn(i,e,t){let n={mode:wt(i.mode,1)},s=n.mode;function r(v,T,I,N){let G=T.valToPct(v);return N+I*(T.dir==-1?1-G:G)}function o(v,T,I,N){let G=T.valToPct(v);return N+I*(T.dir==-1?G:1-G)}function a(v,T,I,N){return T.ori==0?r(v,T,I,N):o(v,T,I,N)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Li(sE);if(i.id!=null&&(c.id=i.id),vi(c,i.class),i.title){let v=Li(aE,c);v.textContent=i.title}let h=Ki("canvas"),u=n.ctx=h.getContext("2d"),d=Li(lE,c);Vr("click",d,v=>{v.target===p&&(Wt!=to||jt!=no)&&Un.click(n,v)},!0);let f=n.under=Li(cE,d);d.appendChild(h);let p=n.over=Li(hE,d);i=jo(i);let _=+wt(i.pxAlign,1),m=xy(_);(i.plugins||[]).forEach(v=>{v.opts&&(i=v.opts(n,i)||i)});let g=i.ms||.001,y=n.series=s==1?by(i.series||[],uy,gy,!1):XT(i.series||[null],my),E=n.axes=by(i.axes||[],hy,fy,!0),b=n.scales={},P=n.bands=i.bands||[];P.forEach(v=>{v.fill=_t(v.fill||null),v.dir=wt(v.dir,-1)});let w=s==2?y[1].facets[0].scale:y[0].scale,x={axes:Ss,series:mt},M=(i.drawOrder||["axes","series"]).map(v=>x[v]);function F(v){let T=v.distr==3?I=>ks(I>0?I:v.clamp(n,I,v.min,v.max,v.key)):v.distr==4?I=>Vf(I,v.asinh):v.distr==100?I=>v.fwd(I):I=>I;return I=>{let N=T(I),{_min:G,_max:K}=v,ae=K-G;return(N-G)/ae}}function L(v){let T=b[v];if(T==null){let I=(i.scales||_l)[v]||_l;if(I.from!=null){L(I.from);let N=gn({},b[I.from],I,{key:v});N.valToPct=F(N),b[v]=N}else{T=b[v]=gn({},v==w?Ky:DT,I),T.key=v;let N=T.time,G=T.range,K=mr(G);if((v!=w||s==2&&!N)&&(K&&(G[0]==null||G[1]==null)&&(G={min:G[0]==null?K0:{mode:1,hard:G[0],soft:G[0]},max:G[1]==null?K0:{mode:1,hard:G[1],soft:G[1]}},K=!1),!K&&uu(G))){let ae=G;G=(fe,ve,Ne)=>ve==null?Ko:ou(ve,Ne,ae)}T.range=_t(G||(N?qT:v==w?T.distr==3?$T:T.distr==4?ZT:ox:T.distr==3?ax:T.distr==4?lx:YT)),T.auto=_t(K?!1:T.auto),T.clamp=_t(T.clamp||LT),T._min=T._max=null,T.valToPct=F(T)}}}L("x"),L("y"),s==1&&y.forEach(v=>{L(v.scale)}),E.forEach(v=>{L(v.scale)});for(let v in i.scales)L(v);let D=b[w],z=D.distr,W,U;D.ori==0?(vi(c,rE),W=r,U=o):(vi(c,oE),W=o,U=r);let X={};for(let v in b){let T=b[v];(T.min!=null||T.max!=null)&&(X[v]={min:T.min,max:T.max},T.min=T.max=null)}let $=i.tzDate||(v=>new Date(Mn(v/g))),H=i.fmtDate||lp,ce=g==1?rT($):lT($),j=ay($,oy(g==1?sT:aT,H)),Q=cy($,ly(hT,H)),se=[],de=n.legend=gn({},fT,i.legend),ue=n.cursor=gn({},_T,{drag:{y:s==2}},i.cursor),ee=de.show,me=ue.show,xe=de.markers;de.idxs=se,xe.width=_t(xe.width),xe.dash=_t(xe.dash),xe.stroke=_t(xe.stroke),xe.fill=_t(xe.fill);let Ae,Se,We,rt=[],Ge=[],dt,ct=!1,it={};if(de.live){let v=y[1]?y[1].values:null;ct=v!=null,dt=ct?v(n,1,0):{_:0};for(let T in dt)it[T]=np}if(ee)if(Ae=Ki("table",gE,c),We=Ki("tbody",null,Ae),de.mount(n,Ae),ct){Se=Ki("thead",null,Ae,We);let v=Ki("tr",null,Se);Ki("th",null,v);for(var Kt in dt)Ki("th",O0,v).textContent=Kt}else vi(Ae,xE),de.live&&vi(Ae,yE);let Gt={show:!0},cn={show:!1};function Ot(v,T){if(T==0&&(ct||!de.live||s==2))return Ko;let I=[],N=Ki("tr",_E,We,We.childNodes[T]);vi(N,v.class),v.show||vi(N,zr);let G=Ki("th",null,N);if(xe.show){let fe=Li(vE,G);if(T>0){let ve=xe.width(n,T);ve&&(fe.style.border=ve+"px "+xe.dash(n,T)+" "+xe.stroke(n,T)),fe.style.background=xe.fill(n,T)}}let K=Li(O0,G);v.label instanceof HTMLElement?K.appendChild(v.label):K.textContent=v.label,T>0&&(xe.show||(K.style.color=v.width>0?xe.stroke(n,T):xe.fill(n,T)),vt("click",G,fe=>{if(ue._lock)return;Ke(fe);let ve=y.indexOf(v);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let Ne=y.some((Ue,Oe)=>Oe>0&&Oe!=ve&&Ue.show);y.forEach((Ue,Oe)=>{Oe>0&&ss(Oe,Ne?Oe==ve?Gt:cn:Gt,!0,pn.setSeries)})}else ss(ve,{show:!v.show},!0,pn.setSeries)},!1),je&&vt(V0,G,fe=>{ue._lock||(Ke(fe),ss(y.indexOf(v),so,!0,pn.setSeries))},!1));for(var ae in dt){let fe=Ki("td",bE,N);fe.textContent="--",I.push(fe)}return[N,I]}let Tn=new Map;function vt(v,T,I,N=!0){let G=Tn.get(T)||{},K=ue.bind[v](n,T,I,N);K&&(Vr(v,T,G[v]=K),Tn.set(T,G))}function yn(v,T,I){let N=Tn.get(T)||{};for(let G in N)(v==null||G==v)&&($f(G,T,N[G]),delete N[G]);v==null&&Tn.delete(T)}let en=0,hn=0,k=0,Pe=0,$e=0,ot=0,Me=$e,Bt=ot,Ve=k,qe=Pe,R=0,S=0,q=0,he=0;n.bbox={};let oe=!1,ye=!1,_e=!1,te=!1,ie=!1,pe=!1;function O(v,T,I){(I||v!=n.width||T!=n.height)&&re(v,T),ht(!1),_e=!0,ye=!0,Vn()}function re(v,T){n.width=en=k=v,n.height=hn=Pe=T,$e=ot=0,be(),He();let I=n.bbox;R=I.left=kr($e*At,.5),S=I.top=kr(ot*At,.5),q=I.width=kr(k*At,.5),he=I.height=kr(Pe*At,.5)}let ne=3;function we(){let v=!1,T=0;for(;!v;){T++;let I=Jr(T),N=is(T);v=T==ne||I&&N,v||(re(n.width,n.height),ye=!0)}}function ge({width:v,height:T}){O(v,T)}n.setSize=ge;function be(){let v=!1,T=!1,I=!1,N=!1;E.forEach((G,K)=>{if(G.show&&G._show){let{side:ae,_size:fe}=G,ve=ae%2,Ne=G.label!=null?G.labelSize:0,Ue=fe+Ne;Ue>0&&(ve?(k-=Ue,ae==3?($e+=Ue,N=!0):I=!0):(Pe-=Ue,ae==0?(ot+=Ue,v=!0):T=!0))}}),ts[0]=v,ts[1]=I,ts[2]=T,ts[3]=N,k-=Ni[1]+Ni[3],$e+=Ni[3],Pe-=Ni[2]+Ni[0],ot+=Ni[0]}function He(){let v=$e+k,T=ot+Pe,I=$e,N=ot;function G(K,ae){switch(K){case 1:return v+=ae,v-ae;case 2:return T+=ae,T-ae;case 3:return I-=ae,I+ae;case 0:return N-=ae,N+ae}}E.forEach((K,ae)=>{if(K.show&&K._show){let fe=K.side;K._pos=G(fe,K._size),K.label!=null&&(K._lpos=G(fe,K.labelSize))}})}if(ue.dataIdx==null){let v=ue.hover,T=v.skip=new Set(v.skip??[]);T.add(void 0);let I=v.prox=_t(v.prox),N=v.bias??=0;ue.dataIdx=(G,K,ae,fe)=>{if(K==0)return ae;let ve=ae,Ne=I(G,K,ae,fe)??zt,Ue=Ne>=0&&Ne<zt,Oe=D.ori==0?k:Pe,st=ue.left,Et=e[0],bt=e[K];if(T.has(bt[ae])){ve=null;let gt=null,Ze=null,Xe;if(N==0||N==-1)for(Xe=ae;gt==null&&Xe-- >0;)T.has(bt[Xe])||(gt=Xe);if(N==0||N==1)for(Xe=ae;Ze==null&&Xe++<bt.length;)T.has(bt[Xe])||(Ze=Xe);if(gt!=null||Ze!=null)if(Ue){let qt=gt==null?-1/0:W(Et[gt],D,Oe,0),sn=Ze==null?1/0:W(Et[Ze],D,Oe,0),Rn=st-qt,kt=sn-st;Rn<=kt?Rn<=Ne&&(ve=gt):kt<=Ne&&(ve=Ze)}else ve=Ze==null?gt:gt==null?Ze:ae-gt<=Ze-ae?gt:Ze}else Ue&&wn(st-W(Et[ae],D,Oe,0))>Ne&&(ve=null);return ve}}let Ke=v=>{ue.event=v};ue.idxs=se,ue._lock=!1;let le=ue.points;le.show=_t(le.show),le.size=_t(le.size),le.stroke=_t(le.stroke),le.width=_t(le.width),le.fill=_t(le.fill);let ke=n.focus=gn({},i.focus||{alpha:.3},ue.focus),je=ke.prox>=0,Ce=je&&le.one,lt=[],Ht=[],Yn=[];function aa(v,T){let I=le.show(n,T);if(I instanceof HTMLElement)return vi(I,mE),vi(I,v.class),ms(I,-10,-10,k,Pe),p.insertBefore(I,lt[T]),I}function Zr(v,T){if(s==1||T>0){let I=s==1&&b[v.scale].time,N=v.value;v.value=I?ny(N)?cy($,ly(N,H)):N||Q:N||PT,v.label=v.label||(I?bT:vT)}if(Ce||T>0){v.width=v.width==null?1:v.width,v.paths=v.paths||HT||DE,v.fillTo=_t(v.fillTo||NT),v.pxAlign=+wt(v.pxAlign,_),v.pxRound=xy(v.pxAlign),v.stroke=_t(v.stroke||null),v.fill=_t(v.fill||null),v._stroke=v._fill=v._paths=v._focus=null;let I=RT(si(1,v.width),1),N=v.points=gn({},{size:I,width:si(1,I*.2),stroke:v.stroke,space:I*2,paths:WT,_stroke:null,_fill:null},v.points);N.show=_t(N.show),N.filter=_t(N.filter),N.fill=_t(N.fill),N.stroke=_t(N.stroke),N.paths=_t(N.paths),N.pxAlign=v.pxAlign}if(ee){let I=Ot(v,T);rt.splice(T,0,I[0]),Ge.splice(T,0,I[1]),de.values.push(null)}if(me){se.splice(T,0,null);let I=null;Ce?T==0&&(I=aa(v,T)):T>0&&(I=aa(v,T)),lt.splice(T,0,I),Ht.splice(T,0,0),Yn.splice(T,0,0)}Pn("addSeries",T)}function Xu(v,T){T=T??y.length,v=s==1?ep(v,T,uy,gy):ep(v,T,{},my),y.splice(T,0,v),Zr(y[T],T)}n.addSeries=Xu;function Rl(v){if(y.splice(v,1),ee){de.values.splice(v,1),Ge.splice(v,1);let T=rt.splice(v,1)[0];yn(null,T.firstChild),T.remove()}me&&(se.splice(v,1),lt.splice(v,1)[0].remove(),Ht.splice(v,1),Yn.splice(v,1)),Pn("delSeries",v)}n.delSeries=Rl;let ts=[!1,!1,!1,!1];function _s(v,T){if(v._show=v.show,v.show){let I=v.side%2,N=b[v.scale];N==null&&(v.scale=I?y[1].scale:w,N=b[v.scale]);let G=N.time;v.size=_t(v.size),v.space=_t(v.space),v.rotate=_t(v.rotate),mr(v.incrs)&&v.incrs.forEach(ae=>{!gr.has(ae)&&gr.set(ae,Iy(ae))}),v.incrs=_t(v.incrs||(N.distr==2?tT:G?g==1?iT:oT:Br)),v.splits=_t(v.splits||(G&&N.distr==1?ce:N.distr==3?Kf:N.distr==4?wT:MT)),v.stroke=_t(v.stroke),v.grid.stroke=_t(v.grid.stroke),v.ticks.stroke=_t(v.ticks.stroke),v.border.stroke=_t(v.border.stroke);let K=v.values;v.values=mr(K)&&!mr(K[0])?_t(K):G?mr(K)?ay($,oy(K,H)):ny(K)?cT($,K):K||j:K||ST,v.filter=_t(v.filter||(N.distr>=3&&N.log==10?AT:N.distr==3&&N.log==2?CT:Py)),v.font=Sy(v.font),v.labelFont=Sy(v.labelFont),v._size=v.size(n,null,T,0),v._space=v._rotate=v._incrs=v._found=v._splits=v._values=null,v._size>0&&(ts[T]=!0,v._el=Li(uE,d))}}function vs(v,T,I,N){let[G,K,ae,fe]=I,ve=T%2,Ne=0;return ve==0&&(fe||K)&&(Ne=T==0&&!G||T==2&&!ae?Mn(hy.size/3):0),ve==1&&(G||ae)&&(Ne=T==1&&!K||T==3&&!fe?Mn(fy.size/2):0),Ne}let la=n.padding=(i.padding||[vs,vs,vs,vs]).map(v=>_t(wt(v,vs))),Ni=n._padding=la.map((v,T)=>v(n,T,ts,0)),tn,an=null,ln=null,ns=s==1?y[0].idxs:null,hi=null,zs=!1;function ca(v,T){if(e=v??[],n.data=n._data=e,s==2){tn=0;for(let I=1;I<y.length;I++)tn+=e[I][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),hi=e[0],tn=hi.length;let I=e;if(z==2){I=e.slice();let N=I[0]=Array(tn);for(let G=0;G<tn;G++)N[G]=G}n._data=e=I}if(ht(!0),Pn("setData"),z==2&&(_e=!0),T!==!1){let I=D;I.auto(n,zs)?ha():Hs(w,I.min,I.max),te=te||ue.left>=0,pe=!0,Vn()}}n.setData=ca;function ha(){zs=!0;let v,T;s==1&&(tn>0?(an=ns[0]=0,ln=ns[1]=tn-1,v=e[0][an],T=e[0][ln],z==2?(v=an,T=ln):v==T&&(z==3?[v,T]=cu(v,v,D.log,!1):z==4?[v,T]=sp(v,v,D.log,!1):D.time?T=v+Mn(86400/g):[v,T]=ou(v,T,rp,!0))):(an=ns[0]=v=null,ln=ns[1]=T=null)),Hs(w,v,T)}let Kr,Vs,jr,A,B,J,Y,Z,Ee,Le;function Te(v,T,I,N,G,K){v??=B0,I??=ap,N??="butt",G??=B0,K??="round",v!=Kr&&(u.strokeStyle=Kr=v),G!=Vs&&(u.fillStyle=Vs=G),T!=jr&&(u.lineWidth=jr=T),K!=B&&(u.lineJoin=B=K),N!=J&&(u.lineCap=J=N),I!=A&&u.setLineDash(A=I)}function De(v,T,I,N){T!=Vs&&(u.fillStyle=Vs=T),v!=Y&&(u.font=Y=v),I!=Z&&(u.textAlign=Z=I),N!=Ee&&(u.textBaseline=Ee=N)}function ze(v,T,I,N,G=0){if(N.length>0&&v.auto(n,zs)&&(T==null||T.min==null)){let K=wt(an,0),ae=wt(ln,N.length-1),fe=I.min==null?AE(N,K,ae,G,v.distr==3):[I.min,I.max];v.min=Ji(v.min,I.min=fe[0]),v.max=si(v.max,I.max=fe[1])}}let et={min:null,max:null};function pt(){for(let N in b){let G=b[N];X[N]==null&&(G.min==null||X[w]!=null&&G.auto(n,zs))&&(X[N]=et)}for(let N in b){let G=b[N];X[N]==null&&G.from!=null&&X[G.from]!=null&&(X[N]=et)}X[w]!=null&&ht(!0);let v={};for(let N in X){let G=X[N];if(G!=null){let K=v[N]=jo(b[N],FE);if(G.min!=null)gn(K,G);else if(N!=w||s==2)if(tn==0&&K.from==null){let ae=K.range(n,null,null,N);K.min=ae[0],K.max=ae[1]}else K.min=zt,K.max=-zt}}if(tn>0){y.forEach((N,G)=>{if(s==1){let K=N.scale,ae=X[K];if(ae==null)return;let fe=v[K];if(G==0){let ve=fe.range(n,fe.min,fe.max,K);fe.min=ve[0],fe.max=ve[1],an=ji(fe.min,e[0]),ln=ji(fe.max,e[0]),ln-an>1&&(e[0][an]<fe.min&&an++,e[0][ln]>fe.max&&ln--),N.min=hi[an],N.max=hi[ln]}else N.show&&N.auto&&ze(fe,ae,N,e[G],N.sorted);N.idxs[0]=an,N.idxs[1]=ln}else if(G>0&&N.show&&N.auto){let[K,ae]=N.facets,fe=K.scale,ve=ae.scale,[Ne,Ue]=e[G],Oe=v[fe],st=v[ve];Oe!=null&&ze(Oe,X[fe],K,Ne,K.sorted),st!=null&&ze(st,X[ve],ae,Ue,ae.sorted),N.min=ae.min,N.max=ae.max}});for(let N in v){let G=v[N],K=X[N];if(G.from==null&&(K==null||K.min==null)){let ae=G.range(n,G.min==zt?null:G.min,G.max==-zt?null:G.max,N);G.min=ae[0],G.max=ae[1]}}}for(let N in v){let G=v[N];if(G.from!=null){let K=v[G.from];if(K.min==null)G.min=G.max=null;else{let ae=G.range(n,K.min,K.max,N);G.min=ae[0],G.max=ae[1]}}}let T={},I=!1;for(let N in v){let G=v[N],K=b[N];if(K.min!=G.min||K.max!=G.max){K.min=G.min,K.max=G.max;let ae=K.distr;K._min=ae==3?ks(K.min):ae==4?Vf(K.min,K.asinh):ae==100?K.fwd(K.min):K.min,K._max=ae==3?ks(K.max):ae==4?Vf(K.max,K.asinh):ae==100?K.fwd(K.max):K.max,T[N]=I=!0}}if(I){y.forEach((N,G)=>{s==2?G>0&&T.y&&(N._paths=null):T[N.scale]&&(N._paths=null)});for(let N in T)_e=!0,Pn("setScale",N);me&&ue.left>=0&&(te=pe=!0)}for(let N in X)X[N]=null}function Be(v){let T=Zf(an-1,0,tn-1),I=Zf(ln+1,0,tn-1);for(;v[T]==null&&T>0;)T--;for(;v[I]==null&&I<tn-1;)I++;return[T,I]}function mt(){if(tn>0){let v=y.some(T=>T._focus)&&Le!=ke.alpha;v&&(u.globalAlpha=Le=ke.alpha),y.forEach((T,I)=>{if(I>0&&T.show&&(Jt(I,!1),Jt(I,!0),T._paths==null)){let N=Le;Le!=T.alpha&&(u.globalAlpha=Le=T.alpha);let G=s==2?[0,e[I][0].length-1]:Be(e[I]);T._paths=T.paths(n,I,G[0],G[1]),Le!=N&&(u.globalAlpha=Le=N)}}),y.forEach((T,I)=>{if(I>0&&T.show){let N=Le;Le!=T.alpha&&(u.globalAlpha=Le=T.alpha),T._paths!=null&&Nt(I,!1);{let G=T._paths!=null?T._paths.gaps:null,K=T.points.show(n,I,an,ln,G),ae=T.points.filter(n,I,K,G);(K||ae)&&(T.points._paths=T.points.paths(n,I,an,ln,ae),Nt(I,!0))}Le!=N&&(u.globalAlpha=Le=N),Pn("drawSeries",I)}}),v&&(u.globalAlpha=Le=1)}}function Jt(v,T){let I=T?y[v].points:y[v];I._stroke=I.stroke(n,v),I._fill=I.fill(n,v)}function Nt(v,T){let I=T?y[v].points:y[v],{stroke:N,fill:G,clip:K,flags:ae,_stroke:fe=I._stroke,_fill:ve=I._fill,_width:Ne=I.width}=I._paths;Ne=Vt(Ne*At,3);let Ue=null,Oe=Ne%2/2;T&&ve==null&&(ve=Ne>0?"#fff":fe);let st=I.pxAlign==1&&Oe>0;if(st&&u.translate(Oe,Oe),!T){let Et=R-Ne/2,bt=S-Ne/2,gt=q+Ne,Ze=he+Ne;Ue=new Path2D,Ue.rect(Et,bt,gt,Ze)}T?Fe(fe,Ne,I.dash,I.cap,ve,N,G,ae,K):Ut(v,fe,Ne,I.dash,I.cap,ve,N,G,ae,Ue,K),st&&u.translate(-Oe,-Oe)}function Ut(v,T,I,N,G,K,ae,fe,ve,Ne,Ue){let Oe=!1;ve!=0&&P.forEach((st,Et)=>{if(st.series[0]==v){let bt=y[st.series[1]],gt=e[st.series[1]],Ze=(bt._paths||_l).band;mr(Ze)&&(Ze=st.dir==1?Ze[0]:Ze[1]);let Xe,qt=null;bt.show&&Ze&&PE(gt,an,ln)?(qt=st.fill(n,Et)||K,Xe=bt._paths.clip):Ze=null,Fe(T,I,N,G,qt,ae,fe,ve,Ne,Ue,Xe,Ze),Oe=!0}}),Oe||Fe(T,I,N,G,K,ae,fe,ve,Ne,Ue)}let xn=Jo|Jf;function Fe(v,T,I,N,G,K,ae,fe,ve,Ne,Ue,Oe){Te(v,T,I,N,G),(ve||Ne||Oe)&&(u.save(),ve&&u.clip(ve),Ne&&u.clip(Ne)),Oe?(fe&xn)==xn?(u.clip(Oe),Ue&&u.clip(Ue),yt(G,ae),un(v,K,T)):fe&Jf?(yt(G,ae),u.clip(Oe),un(v,K,T)):fe&Jo&&(u.save(),u.clip(Oe),Ue&&u.clip(Ue),yt(G,ae),u.restore(),un(v,K,T)):(yt(G,ae),un(v,K,T)),(ve||Ne||Oe)&&u.restore()}function un(v,T,I){I>0&&(T instanceof Map?T.forEach((N,G)=>{u.strokeStyle=Kr=G,u.stroke(N)}):T!=null&&v&&u.stroke(T))}function yt(v,T){T instanceof Map?T.forEach((I,N)=>{u.fillStyle=Vs=N,u.fill(I)}):T!=null&&v&&u.fill(T)}function bs(v,T,I,N){let G=E[v],K;if(N<=0)K=[0,0];else{let ae=G._space=G.space(n,v,T,I,N),fe=G._incrs=G.incrs(n,v,T,I,N,ae);K=KT(T,I,fe,N,ae)}return G._found=K}function dn(v,T,I,N,G,K,ae,fe,ve,Ne){let Ue=ae%2/2;_==1&&u.translate(Ue,Ue),Te(fe,ae,ve,Ne,fe),u.beginPath();let Oe,st,Et,bt,gt=G+(N==0||N==3?-K:K);I==0?(st=G,bt=gt):(Oe=G,Et=gt);for(let Ze=0;Ze<v.length;Ze++)T[Ze]!=null&&(I==0?Oe=Et=v[Ze]:st=bt=v[Ze],u.moveTo(Oe,st),u.lineTo(Et,bt));u.stroke(),_==1&&u.translate(-Ue,-Ue)}function Jr(v){let T=!0;return E.forEach((I,N)=>{if(!I.show)return;let G=b[I.scale];if(G.min==null){I._show&&(T=!1,I._show=!1,ht(!1));return}else I._show||(T=!1,I._show=!0,ht(!1));let K=I.side,ae=K%2,{min:fe,max:ve}=G,[Ne,Ue]=bs(N,fe,ve,ae==0?k:Pe);if(Ue==0)return;let Oe=G.distr==2,st=I._splits=I.splits(n,N,fe,ve,Ne,Ue,Oe),Et=G.distr==2?st.map(Xe=>hi[Xe]):st,bt=G.distr==2?hi[st[1]]-hi[st[0]]:Ne,gt=I._values=I.values(n,I.filter(n,Et,N,Ue,bt),N,Ue,bt);I._rotate=K==2?I.rotate(n,gt,N,Ue):0;let Ze=I._size;I._size=Di(I.size(n,gt,N,v)),Ze!=null&&I._size!=Ze&&(T=!1)}),T}function is(v){let T=!0;return la.forEach((I,N)=>{let G=I(n,N,ts,v);G!=Ni[N]&&(T=!1),Ni[N]=G}),T}function Ss(){for(let v=0;v<E.length;v++){let T=E[v];if(!T.show||!T._show)continue;let I=T.side,N=I%2,G,K,ae=T.stroke(n,v),fe=I==0||I==3?-1:1,[ve,Ne]=T._found;if(T.label!=null){let Kn=T.labelGap*fe,fi=Mn((T._lpos+Kn)*At);De(T.labelFont[0],ae,"center",I==2?"top":k0),u.save(),N==1?(G=K=0,u.translate(fi,Mn(S+he/2)),u.rotate((I==3?-su:su)/2)):(G=Mn(R+q/2),K=fi);let vr=Ay(T.label)?T.label(n,v,ve,Ne):T.label;u.fillText(vr,G,K),u.restore()}if(Ne==0)continue;let Ue=b[T.scale],Oe=N==0?q:he,st=N==0?R:S,Et=T._splits,bt=Ue.distr==2?Et.map(Kn=>hi[Kn]):Et,gt=Ue.distr==2?hi[Et[1]]-hi[Et[0]]:ve,Ze=T.ticks,Xe=T.border,qt=Ze.show?Ze.size:0,sn=Mn(qt*At),Rn=Mn((T.alignTo==2?T._size-qt-T.gap:T.gap)*At),kt=T._rotate*-su/180,rn=m(T._pos*At),ui=(sn+Rn)*fe,Zn=rn+ui;K=N==0?Zn:0,G=N==1?Zn:0;let Mi=T.font[0],Ui=T.align==1?qo:T.align==2?kf:kt>0?qo:kt<0?kf:N==0?"center":I==3?kf:qo,os=kt||N==1?"middle":I==2?"top":k0;De(Mi,ae,Ui,os);let di=T.font[1]*T.lineGap,wi=Et.map(Kn=>m(a(Kn,Ue,Oe,st))),Fi=T._values;for(let Kn=0;Kn<Fi.length;Kn++){let fi=Fi[Kn];if(fi!=null){N==0?G=wi[Kn]:K=wi[Kn],fi=""+fi;let vr=fi.indexOf(`
`)==-1?[fi]:fi.split(/\n/gm);for(let jn=0;jn<vr.length;jn++){let lm=vr[jn];kt?(u.save(),u.translate(G,K+jn*di),u.rotate(kt),u.fillText(lm,0,0),u.restore()):u.fillText(lm,G,K+jn*di)}}}Ze.show&&dn(wi,Ze.filter(n,bt,v,Ne,gt),N,I,rn,sn,Vt(Ze.width*At,3),Ze.stroke(n,v),Ze.dash,Ze.cap);let as=T.grid;as.show&&dn(wi,as.filter(n,bt,v,Ne,gt),N,N==0?2:1,N==0?S:R,N==0?he:q,Vt(as.width*At,3),as.stroke(n,v),as.dash,as.cap),Xe.show&&dn([rn],[1],N==0?1:0,N==0?1:2,N==1?S:R,N==1?he:q,Vt(Xe.width*At,3),Xe.stroke(n,v),Xe.dash,Xe.cap)}Pn("drawAxes")}function ht(v){y.forEach((T,I)=>{I>0&&(T._paths=null,v&&(s==1?(T.min=null,T.max=null):T.facets.forEach(N=>{N.min=null,N.max=null})))})}let nn=!1,$n=!1,Ft=[];function fn(){$n=!1;for(let v=0;v<Ft.length;v++)Pn(...Ft[v]);Ft.length=0}function Vn(){nn||(HE(Wp),nn=!0)}function Il(v,T=!1){nn=!0,$n=T,v(n),Wp(),T&&Ft.length>0&&queueMicrotask(fn)}n.batch=Il;function Wp(){if(oe&&(pt(),oe=!1),_e&&(we(),_e=!1),ye){if($t(f,qo,$e),$t(f,"top",ot),$t(f,ml,k),$t(f,gl,Pe),$t(p,qo,$e),$t(p,"top",ot),$t(p,ml,k),$t(p,gl,Pe),$t(d,ml,en),$t(d,gl,hn),h.width=Mn(en*At),h.height=Mn(hn*At),E.forEach(({_el:v,_show:T,_size:I,_pos:N,side:G})=>{if(v!=null)if(T){let K=G===3||G===0?I:0,ae=G%2==1;$t(v,ae?"left":"top",N-K),$t(v,ae?"width":"height",I),$t(v,ae?"top":"left",ae?ot:$e),$t(v,ae?"height":"width",ae?Pe:k),Yf(v,zr)}else vi(v,zr)}),Kr=Vs=jr=B=J=Y=Z=Ee=A=null,Le=1,fa(!0),$e!=Me||ot!=Bt||k!=Ve||Pe!=qe){ht(!1);let v=k/Ve,T=Pe/qe;if(me&&!te&&ue.left>=0){ue.left*=v,ue.top*=T,Qr&&ms(Qr,Mn(ue.left),0,k,Pe),eo&&ms(eo,0,Mn(ue.top),k,Pe);for(let I=0;I<lt.length;I++){let N=lt[I];N!=null&&(Ht[I]*=v,Yn[I]*=T,ms(N,Di(Ht[I]),Di(Yn[I]),k,Pe))}}if(Xt.show&&!ie&&Xt.left>=0&&Xt.width>0){Xt.left*=v,Xt.width*=v,Xt.top*=T,Xt.height*=T;for(let I in ju)$t(io,I,Xt[I])}Me=$e,Bt=ot,Ve=k,qe=Pe}Pn("setSize"),ye=!1}en>0&&hn>0&&(u.clearRect(0,0,h.width,h.height),Pn("drawClear"),M.forEach(v=>v()),Pn("draw")),Xt.show&&ie&&(Ll(Xt),ie=!1),me&&te&&(_r(null,!0,!1),te=!1),de.show&&de.live&&pe&&(Zu(),pe=!1),l||(l=!0,n.status=1,Pn("ready")),zs=!1,nn=!1}n.redraw=(v,T)=>{_e=T||!1,v!==!1?Hs(w,D.min,D.max):Vn()};function qu(v,T){let I=b[v];if(I.from==null){if(tn==0){let N=I.range(n,T.min,T.max,v);T.min=N[0],T.max=N[1]}if(T.min>T.max){let N=T.min;T.min=T.max,T.max=N}if(tn>1&&T.min!=null&&T.max!=null&&T.max-T.min<1e-16)return;v==w&&I.distr==2&&tn>0&&(T.min=ji(T.min,e[0]),T.max=ji(T.max,e[0]),T.min==T.max&&T.max++),X[v]=T,oe=!0,Vn()}}n.setScale=qu;let Yu,$u,Qr,eo,Xp,qp,to,no,Yp,$p,Wt,jt,Gs=!1,Un=ue.drag,An=Un.x,Cn=Un.y;me&&(ue.x&&(Yu=Li(fE,p)),ue.y&&($u=Li(pE,p)),D.ori==0?(Qr=Yu,eo=$u):(Qr=$u,eo=Yu),Wt=ue.left,jt=ue.top);let Xt=n.select=gn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),io=Xt.show?Li(dE,Xt.over?p:f):null;function Ll(v,T){if(Xt.show){for(let I in v)Xt[I]=v[I],I in ju&&$t(io,I,v[I]);T!==!1&&Pn("setSelect")}}n.setSelect=Ll;function b_(v){if(y[v].show)ee&&Yf(rt[v],zr);else if(ee&&vi(rt[v],zr),me){let I=Ce?lt[0]:lt[v];I!=null&&ms(I,-10,-10,k,Pe)}}function Hs(v,T,I){qu(v,{min:T,max:I})}function ss(v,T,I,N){T.focus!=null&&T_(v),T.show!=null&&y.forEach((G,K)=>{K>0&&(v==K||v==null)&&(G.show=T.show,b_(K),s==2?(Hs(G.facets[0].scale,null,null),Hs(G.facets[1].scale,null,null)):Hs(G.scale,null,null),Vn())}),I!==!1&&Pn("setSeries",v,T),N&&pa("setSeries",n,v,T)}n.setSeries=ss;function S_(v,T){gn(P[v],T)}function M_(v,T){v.fill=_t(v.fill||null),v.dir=wt(v.dir,-1),T=T??P.length,P.splice(T,0,v)}function w_(v){v==null?P.length=0:P.splice(v,1)}n.addBand=M_,n.setBand=S_,n.delBand=w_;function E_(v,T){y[v].alpha=T,me&&lt[v]!=null&&(lt[v].style.opacity=T),ee&&rt[v]&&(rt[v].style.opacity=T)}let Ms,Ws,xr,so={focus:!0};function T_(v){if(v!=xr){let T=v==null,I=ke.alpha!=1;y.forEach((N,G)=>{if(s==1||G>0){let K=T||G==0||G==v;N._focus=T?null:K,I&&E_(G,K?1:ke.alpha)}}),xr=v,I&&Vn()}}ee&&je&&vt(G0,Ae,v=>{ue._lock||(Ke(v),xr!=null&&ss(null,so,!0,pn.setSeries))});function rs(v,T,I){let N=b[T];I&&(v=v/At-(N.ori==1?ot:$e));let G=k;N.ori==1&&(G=Pe,v=G-v),N.dir==-1&&(v=G-v);let K=N._min,ae=N._max,fe=v/G,ve=K+(ae-K)*fe,Ne=N.distr;return Ne==3?Zo(10,ve):Ne==4?IE(ve,N.asinh):Ne==100?N.bwd(ve):ve}function A_(v,T){let I=rs(v,w,T);return ji(I,e[0],an,ln)}n.valToIdx=v=>ji(v,e[0]),n.posToIdx=A_,n.posToVal=rs,n.valToPos=(v,T,I)=>b[T].ori==0?r(v,b[T],I?q:k,I?R:0):o(v,b[T],I?he:Pe,I?S:0),n.setCursor=(v,T,I)=>{Wt=v.left,jt=v.top,_r(null,T,I)};function Zp(v,T){$t(io,qo,Xt.left=v),$t(io,ml,Xt.width=T)}function Kp(v,T){$t(io,"top",Xt.top=v),$t(io,gl,Xt.height=T)}let ua=D.ori==0?Zp:Kp,da=D.ori==1?Zp:Kp;function C_(){if(ee&&de.live)for(let v=s==2?1:0;v<y.length;v++){if(v==0&&ct)continue;let T=de.values[v],I=0;for(let N in T)Ge[v][I++].firstChild.nodeValue=T[N]}}function Zu(v,T){if(v!=null&&(v.idxs?v.idxs.forEach((I,N)=>{se[N]=I}):UE(v.idx)||se.fill(v.idx),de.idx=se[0]),ee&&de.live){for(let I=0;I<y.length;I++)(I>0||s==1&&!ct)&&P_(I,se[I]);C_()}pe=!1,T!==!1&&Pn("setLegend")}n.setLegend=Zu;function P_(v,T){let I=y[v],N=v==0&&z==2?hi:e[v],G;ct?G=I.values(n,v,T)??it:(G=I.value(n,T==null?null:N[T],v,T),G=G==null?it:{_:G}),de.values[v]=G}function _r(v,T,I){Yp=Wt,$p=jt,[Wt,jt]=ue.move(n,Wt,jt),ue.left=Wt,ue.top=jt,me&&(Qr&&ms(Qr,Mn(Wt),0,k,Pe),eo&&ms(eo,0,Mn(jt),k,Pe));let N,G=an>ln;Ms=zt,Ws=null;let K=D.ori==0?k:Pe,ae=D.ori==1?k:Pe;if(Wt<0||tn==0||G){N=ue.idx=null;for(let fe=0;fe<y.length;fe++){let ve=lt[fe];ve!=null&&ms(ve,-10,-10,k,Pe)}je&&ss(null,so,!0,v==null&&pn.setSeries),de.live&&(se.fill(N),pe=!0)}else{let fe,ve,Ne;s==1&&(fe=D.ori==0?Wt:jt,ve=rs(fe,w),N=ue.idx=ji(ve,e[0],an,ln),Ne=W(e[0][N],D,K,0));let Ue=-10,Oe=-10,st=0,Et=0,bt=!0,gt="",Ze="";for(let Xe=s==2?1:0;Xe<y.length;Xe++){let qt=y[Xe],sn=se[Xe],Rn=sn==null?null:s==1?e[Xe][sn]:e[Xe][1][sn],kt=ue.dataIdx(n,Xe,N,ve),rn=kt==null?null:s==1?e[Xe][kt]:e[Xe][1][kt];if(pe=pe||rn!=Rn||kt!=sn,se[Xe]=kt,Xe>0&&qt.show){let ui=kt==null?-10:kt==N?Ne:W(s==1?e[0][kt]:e[Xe][0][kt],D,K,0),Zn=rn==null?-10:U(rn,s==1?b[qt.scale]:b[qt.facets[1].scale],ae,0);if(je&&rn!=null){let Mi=D.ori==1?Wt:jt,Ui=wn(ke.dist(n,Xe,kt,Zn,Mi));if(Ui<Ms){let os=ke.bias;if(os!=0){let di=rs(Mi,qt.scale),wi=rn>=0?1:-1,Fi=di>=0?1:-1;Fi==wi&&(Fi==1?os==1?rn>=di:rn<=di:os==1?rn<=di:rn>=di)&&(Ms=Ui,Ws=Xe)}else Ms=Ui,Ws=Xe}}if(pe||Ce){let Mi,Ui;D.ori==0?(Mi=ui,Ui=Zn):(Mi=Zn,Ui=ui);let os,di,wi,Fi,as,Kn,fi=!0,vr=le.bbox;if(vr!=null){fi=!1;let jn=vr(n,Xe);wi=jn.left,Fi=jn.top,os=jn.width,di=jn.height}else wi=Mi,Fi=Ui,os=di=le.size(n,Xe);if(Kn=le.fill(n,Xe),as=le.stroke(n,Xe),Ce)Xe==Ws&&Ms<=ke.prox&&(Ue=wi,Oe=Fi,st=os,Et=di,bt=fi,gt=Kn,Ze=as);else{let jn=lt[Xe];jn!=null&&(Ht[Xe]=wi,Yn[Xe]=Fi,Z0(jn,os,di,fi),Y0(jn,Kn,as),ms(jn,Di(wi),Di(Fi),k,Pe))}}}}if(Ce){let Xe=ke.prox,qt=xr==null?Ms<=Xe:Ms>Xe||Ws!=xr;if(pe||qt){let sn=lt[0];sn!=null&&(Ht[0]=Ue,Yn[0]=Oe,Z0(sn,st,Et,bt),Y0(sn,gt,Ze),ms(sn,Di(Ue),Di(Oe),k,Pe))}}}if(Xt.show&&Gs)if(v!=null){let[fe,ve]=pn.scales,[Ne,Ue]=pn.match,[Oe,st]=v.cursor.sync.scales,Et=v.cursor.drag;if(An=Et._x,Cn=Et._y,An||Cn){let{left:bt,top:gt,width:Ze,height:Xe}=v.select,qt=v.scales[Oe].ori,sn=v.posToVal,Rn,kt,rn,ui,Zn,Mi=fe!=null&&Ne(fe,Oe),Ui=ve!=null&&Ue(ve,st);Mi&&An?(qt==0?(Rn=bt,kt=Ze):(Rn=gt,kt=Xe),rn=b[fe],ui=W(sn(Rn,Oe),rn,K,0),Zn=W(sn(Rn+kt,Oe),rn,K,0),ua(Ji(ui,Zn),wn(Zn-ui))):ua(0,K),Ui&&Cn?(qt==1?(Rn=bt,kt=Ze):(Rn=gt,kt=Xe),rn=b[ve],ui=U(sn(Rn,st),rn,ae,0),Zn=U(sn(Rn+kt,st),rn,ae,0),da(Ji(ui,Zn),wn(Zn-ui))):da(0,ae)}else Ju()}else{let fe=wn(Yp-Xp),ve=wn($p-qp);if(D.ori==1){let st=fe;fe=ve,ve=st}An=Un.x&&fe>=Un.dist,Cn=Un.y&&ve>=Un.dist;let Ne=Un.uni;Ne!=null?An&&Cn&&(An=fe>=Ne,Cn=ve>=Ne,!An&&!Cn&&(ve>fe?Cn=!0:An=!0)):Un.x&&Un.y&&(An||Cn)&&(An=Cn=!0);let Ue,Oe;An&&(D.ori==0?(Ue=to,Oe=Wt):(Ue=no,Oe=jt),ua(Ji(Ue,Oe),wn(Oe-Ue)),Cn||da(0,ae)),Cn&&(D.ori==1?(Ue=to,Oe=Wt):(Ue=no,Oe=jt),da(Ji(Ue,Oe),wn(Oe-Ue)),An||ua(0,K)),!An&&!Cn&&(ua(0,0),da(0,0))}if(Un._x=An,Un._y=Cn,v==null){if(I){if(am!=null){let[fe,ve]=pn.scales;pn.values[0]=fe!=null?rs(D.ori==0?Wt:jt,fe):null,pn.values[1]=ve!=null?rs(D.ori==1?Wt:jt,ve):null}pa(Bf,n,Wt,jt,k,Pe,N)}if(je){let fe=I&&pn.setSeries,ve=ke.prox;xr==null?Ms<=ve&&ss(Ws,so,!0,fe):Ms>ve?ss(null,so,!0,fe):Ws!=xr&&ss(Ws,so,!0,fe)}}pe&&(de.idx=N,Zu()),T!==!1&&Pn("setCursor")}let Xs=null;Object.defineProperty(n,"rect",{get(){return Xs==null&&fa(!1),Xs}});function fa(v=!1){v?Xs=null:(Xs=p.getBoundingClientRect(),Pn("syncRect",Xs))}function jp(v,T,I,N,G,K,ae){ue._lock||Gs&&v!=null&&v.movementX==0&&v.movementY==0||(Ku(v,T,I,N,G,K,ae,!1,v!=null),v!=null?_r(null,!0,!0):_r(T,!0,!1))}function Ku(v,T,I,N,G,K,ae,fe,ve){if(Xs==null&&fa(!1),Ke(v),v!=null)I=v.clientX-Xs.left,N=v.clientY-Xs.top;else{if(I<0||N<0){Wt=-10,jt=-10;return}let[Ne,Ue]=pn.scales,Oe=T.cursor.sync,[st,Et]=Oe.values,[bt,gt]=Oe.scales,[Ze,Xe]=pn.match,qt=T.axes[0].side%2==1,sn=D.ori==0?k:Pe,Rn=D.ori==1?k:Pe,kt=qt?K:G,rn=qt?G:K,ui=qt?N:I,Zn=qt?I:N;if(bt!=null?I=Ze(Ne,bt)?a(st,b[Ne],sn,0):-10:I=sn*(ui/kt),gt!=null?N=Xe(Ue,gt)?a(Et,b[Ue],Rn,0):-10:N=Rn*(Zn/rn),D.ori==1){let Mi=I;I=N,N=Mi}}ve&&(T==null||T.cursor.event.type==Bf)&&((I<=1||I>=k-1)&&(I=kr(I,k)),(N<=1||N>=Pe-1)&&(N=kr(N,Pe))),fe?(Xp=I,qp=N,[to,no]=ue.move(n,I,N)):(Wt=I,jt=N)}let ju={width:0,height:0,left:0,top:0};function Ju(){Ll(ju,!1)}let Jp,Qp,em,tm;function nm(v,T,I,N,G,K,ae){Gs=!0,An=Cn=Un._x=Un._y=!1,Ku(v,T,I,N,G,K,ae,!0,!1),v!=null&&(vt(zf,Xf,im,!1),pa(z0,n,to,no,k,Pe,null));let{left:fe,top:ve,width:Ne,height:Ue}=Xt;Jp=fe,Qp=ve,em=Ne,tm=Ue}function im(v,T,I,N,G,K,ae){Gs=Un._x=Un._y=!1,Ku(v,T,I,N,G,K,ae,!1,!0);let{left:fe,top:ve,width:Ne,height:Ue}=Xt,Oe=Ne>0||Ue>0,st=Jp!=fe||Qp!=ve||em!=Ne||tm!=Ue;if(Oe&&st&&Ll(Xt),Un.setScale&&Oe&&st){let Et=fe,bt=Ne,gt=ve,Ze=Ue;if(D.ori==1&&(Et=ve,bt=Ue,gt=fe,Ze=Ne),An&&Hs(w,rs(Et,w),rs(Et+bt,w)),Cn)for(let Xe in b){let qt=b[Xe];Xe!=w&&qt.from==null&&qt.min!=zt&&Hs(Xe,rs(gt+Ze,Xe),rs(gt,Xe))}Ju()}else ue.lock&&(ue._lock=!ue._lock,_r(T,!0,v!=null));v!=null&&(yn(zf,Xf),pa(zf,n,Wt,jt,k,Pe,null))}function R_(v,T,I,N,G,K,ae){if(ue._lock)return;Ke(v);let fe=Gs;if(Gs){let ve=!0,Ne=!0,Ue=10,Oe,st;D.ori==0?(Oe=An,st=Cn):(Oe=Cn,st=An),Oe&&st&&(ve=Wt<=Ue||Wt>=k-Ue,Ne=jt<=Ue||jt>=Pe-Ue),Oe&&ve&&(Wt=Wt<to?0:k),st&&Ne&&(jt=jt<no?0:Pe),_r(null,!0,!0),Gs=!1}Wt=-10,jt=-10,se.fill(null),_r(null,!0,!0),fe&&(Gs=fe)}function sm(v,T,I,N,G,K,ae){ue._lock||(Ke(v),ha(),Ju(),v!=null&&pa(H0,n,Wt,jt,k,Pe,null))}function rm(){E.forEach(jT),O(n.width,n.height,!0)}Vr(ru,$o,rm);let ro={};ro.mousedown=nm,ro.mousemove=jp,ro.mouseup=im,ro.dblclick=sm,ro.setSeries=(v,T,I,N)=>{let G=pn.match[2];I=G(n,T,I),I!=-1&&ss(I,N,!0,!1)},me&&(vt(z0,p,nm),vt(Bf,p,jp),vt(V0,p,v=>{Ke(v),fa(!1)}),vt(G0,p,R_),vt(H0,p,sm),Qf.add(n),n.syncRect=fa);let Dl=n.hooks=i.hooks||{};function Pn(v,T,I){$n?Ft.push([v,T,I]):v in Dl&&Dl[v].forEach(N=>{N.call(null,n,T,I)})}(i.plugins||[]).forEach(v=>{for(let T in v.hooks)Dl[T]=(Dl[T]||[]).concat(v.hooks[T])});let om=(v,T,I)=>I,pn=gn({key:null,setSeries:!1,filters:{pub:ey,sub:ey},scales:[w,y[1]?y[1].scale:null],match:[ty,ty,om],values:[null,null]},ue.sync);pn.match.length==2&&pn.match.push(om),ue.sync=pn;let am=pn.key,Qu=jy(am);function pa(v,T,I,N,G,K,ae){pn.filters.pub(v,T,I,N,G,K,ae)&&Qu.pub(v,T,I,N,G,K,ae)}Qu.sub(n);function I_(v,T,I,N,G,K,ae){pn.filters.sub(v,T,I,N,G,K,ae)&&ro[v](null,T,I,N,G,K,ae)}n.pub=I_;function L_(){Qu.unsub(n),Qf.delete(n),Tn.clear(),$f(ru,$o,rm),c.remove(),Ae?.remove(),Pn("destroy")}n.destroy=L_;function ed(){Pn("init",i,e),ca(e||i.data,!1),X[w]?qu(w,X[w]):ha(),ie=Xt.show&&(Xt.width>0||Xt.height>0),te=pe=!0,O(i.width,i.height)}return y.forEach(Zr),E.forEach(_s),t?t instanceof HTMLElement?(t.appendChild(c),ed()):t(n,ed):ed(),n}Nn.assign=gn;Nn.fmtNum=op;Nn.rangeNum=ou;Nn.rangeLog=cu;Nn.rangeAsinh=sp;Nn.orient=Hr;Nn.pxRatio=At;Nn.join=GE;Nn.fmtDate=lp,Nn.tzDate=QE;Nn.sync=jy;{Nn.addGap=UT,Nn.clipGaps=du;let i=Nn.paths={points:ix};i.linear=rx,i.stepped=kT,i.bars=BT,i.spline=VT}function cx(i){let e=t=>{let n=Array.from(i[0]??[],()=>0);return i.map(s=>n=n.map((r,o)=>r+t(Number.isFinite(s[o])?s[o]:0)))};return{above:e(t=>Math.max(t,0)),below:e(t=>Math.min(t,0))}}var JT="11px system-ui, sans-serif",QT=5,eA=70,hx=1.2,mp=i=>Array.from(i,e=>Number.isFinite(e)?e:null);function ux(i){if(i.kind==="over")return[null,...i.lines.map(e=>[mp(e.x),mp(e.y)])];if(i.kind==="stack"){let{above:e,below:t}=cx(i.lines.map(n=>n.y));return[Array.from(i.lines[0]?.x??[]),...e,...t]}return Nn.join(i.lines.map(e=>e.x.length?[Array.from(e.x),mp(e.y)]:[[0],[null]]))}var tA=(i,e)=>{let[t,n]=i.data[e],s=new Path2D,r=!1;return t.forEach((o,a)=>{let l=n[a];if(o===null||l===null){r=!1;return}let[c,h]=[i.valToPos(o,"x",!0),i.valToPos(l,"y",!0)];r?s.lineTo(c,h):s.moveTo(c,h),r=!0}),{stroke:s,fill:null,clip:null,band:null,gaps:null,flags:0}};function nA(i){let e=n=>n.isDashed?[6,4]:void 0;if(i.kind==="over")return[{},...i.lines.map(n=>({stroke:n.color,width:1.6,dash:e(n),paths:tA,facets:[{scale:"x",auto:!0},{scale:"y",auto:!0}]}))];let t=i.lines.map(n=>({stroke:n.isFaint?`${n.color}59`:n.color,width:i.kind==="stack"?.8:1.6,dash:e(n),pxAlign:0,points:{show:!1}}));return i.kind==="stack"?[{},...t,...t.map(n=>({...n}))]:[{},...t]}function iA(i){if(i.kind!=="stack")return[];let e=i.lines.length;return i.lines.flatMap((t,n)=>n===0?[]:[{series:[n+1,n],fill:`${t.color}66`},{series:[e+n,e+n+1],fill:`${t.color}66`,dir:1}])}var gu=class{constructor(e,t){this.spec=e;this.hooks=t;let n=qn[t.theme];this.holder=V("div",{class:"plot",role:"img","aria-label":`${e.lines.filter(l=>!l.isFaint).map(l=>l.name).join(", ")} ${e.title}${e.unit?`, in ${e.unit}`:""}`}),this.holder.append(this.legend);let s={stroke:n.axis,font:JT,grid:{stroke:n.line,width:1},ticks:{stroke:n.line,width:1,size:4}},r=l=>l.map((c,h)=>h===l.length-1?`${at(c,6)} ${e.across}`:at(c,6)),o=nA(e);e.kind==="stack"&&o.slice(1).forEach((l,c)=>{c%e.lines.length===0&&(l.fill=`${e.lines[0].color}66`)}),this.plot=new Nn({mode:e.kind==="over"?2:1,width:300,height:150,legend:{show:!1},padding:[8,12+3.2*(QT+e.across.length),0,0],cursor:{y:!1,points:{show:!1},drag:{x:!1,y:!1,setScale:!1}},select:{show:!0,left:0,top:0,width:0,height:0},scales:{x:{time:!1},y:{}},series:o,bands:iA(e),axes:[{...s,size:24,values:(l,c)=>r(c)},{...s,size:58,values:(l,c)=>c.map(h=>at(h,4))}],hooks:{draw:[()=>this.drawCursor()]}},ux(e),this.holder);let a=e.lines.filter(l=>!l.isFaint).map(l=>{let c=V("span",{class:l.isDashed?"dashed":null},l.name);return c.style.setProperty("--own",l.color),c});this.legend.append(V("b",{},e.unit||"\u2013"),...a),e.kind!=="over"&&this.bind()}spec;hooks;holder;legend=V("div",{class:"legend"});plot;bind(){let{over:e}=this.plot,t=null,n=r=>r.clientX-e.getBoundingClientRect().left,s=r=>this.plot.posToVal(n(r),"x");e.addEventListener("pointerdown",r=>{e.setPointerCapture(r.pointerId),r.shiftKey?t=n(r):this.hooks.seek(s(r))}),e.addEventListener("pointermove",r=>{r.buttons&&(t===null?this.hooks.seek(s(r)):this.plot.setSelect({left:Math.min(t,n(r)),width:Math.abs(n(r)-t),top:0,height:e.clientHeight},!1))}),e.addEventListener("pointerup",r=>{t!==null&&Math.abs(n(r)-t)>4&&this.hooks.zoom([this.plot.posToVal(Math.min(t,n(r)),"x"),this.plot.posToVal(Math.max(t,n(r)),"x")]),t=null,this.plot.setSelect({left:0,width:0,top:0,height:0},!1)}),e.addEventListener("dblclick",()=>this.hooks.zoom(null)),e.addEventListener("wheel",r=>{r.preventDefault();let[o,a]=this.range,l=r.deltaY>0?hx:1/hx;this.hooks.zoom([s(r)-l*(s(r)-o),s(r)+l*(a-s(r))])},{passive:!1})}get range(){return[this.plot.scales.x.min??0,this.plot.scales.x.max??1]}show(e){let t=this.plot.data[0];t?.length&&this.plot.setScale("x",e?{min:e[0],max:e[1]}:{min:t[0],max:t[t.length-1]})}take(e){let t=({kind:n,lines:s})=>[n,...s.map(r=>`${r.name} ${r.isFaint}`)].join(`
`);return t(e)!==t(this.spec)?!1:(this.spec=e,this.plot.setData(ux(e)),!0)}drawCursor(){let{spec:e,plot:t}=this,{ctx:n,bbox:s}=t,r=this.hooks.now(),o=e.kind==="stack"?[]:e.lines.filter(a=>!a.isFaint).map(a=>({color:a.color,at:a.at(r)}));if(n.save(),n.beginPath(),n.rect(s.left-4,s.top-4,s.width+8,s.height+8),n.clip(),e.kind!=="over"){let a=Math.round(t.valToPos(r,"x",!0))+.5;n.strokeStyle=getComputedStyle(document.documentElement).getPropertyValue("--accent"),n.lineWidth=window.devicePixelRatio,n.setLineDash([]),n.beginPath(),n.moveTo(a,s.top),n.lineTo(a,s.top+s.height),n.stroke()}for(let{color:a,at:l}of o)l.every(Number.isFinite)&&(n.fillStyle=a,n.beginPath(),n.arc(t.valToPos(l[0],"x",!0),t.valToPos(l[1],"y",!0),3.4*window.devicePixelRatio,0,2*Math.PI),n.fill());n.restore()}redraw(){this.plot.redraw(!1,!1)}resize(e,t){this.holder.style.width=`${e}px`,this.plot.setSize({width:e,height:Math.max(t-this.legend.offsetHeight,eA)})}destroy(){this.plot.destroy()}};function Wr(i,e){let t=typeof i=="string"?i:URL.createObjectURL(i),n=V("a",{href:t,download:e,hidden:!0});document.body.append(n),n.click(),n.remove(),typeof i!="string"&&window.setTimeout(()=>URL.revokeObjectURL(t),1e4)}function Xr(i,e){return`${i.normalize("NFKD").replace(/[^A-Za-z0-9]+/g,"-").replace(/^-+|-+$/g,"").slice(0,60)||"linkwork"}.${e}`}function dx(i,e){let t=s=>/[",\n\r]/.test(s)||/^[=+\-@]/.test(s)?`"${s.replaceAll('"','""')}"`:s,n=[i.map(t).join(",")];for(let s=0;s<(e[0]?.length??0);s+=1)n.push(e.map(r=>Number.isFinite(r[s])?String(r[s]):"").join(","));return`${n.join(`
`)}
`}var sA=3,fx=["kinetic_energy","gravity_energy","stored_energy"],px=.5,rA=260,yu=class{constructor(e,t,n,s){this.curves=e;this.store=t;this.source=n;this.options=s;this.others=s.others.map(o=>({label:o.label,curves:new Xo(o.source)}));let r=F0(e,t,(o,a)=>this.show(o,a));this.root=V("section",{class:"dock","aria-label":"Plots"},r,V("div",{class:"plot-side"},this.makeBar(),this.area)),t.get("shown").length||t.set("shown",this.begin(s.first)),t.watch(["shown","theme","degrees","plotKind","difference"],()=>this.build()),t.watch(["grown"],()=>this.grow()),t.watch(["window"],()=>{for(let o of this.charts)o.show(t.get("window"))}),t.watch(["t"],()=>{for(let o of this.charts)o.redraw()}),new ResizeObserver(()=>this.resize()).observe(this.area)}curves;store;source;options;root;area=V("div",{class:"plots"});charts=[];others;begin(e){let t=this.curves.all.filter(s=>e.includes(s.channel.id)||e.includes(s.key)),n=this.curves.all[0]?.unit;return(t.length?t:this.curves.all.filter(s=>s.unit===n).slice(0,sA)).map(s=>s.key)}show(e,t){let n=this.store.get("shown").filter(s=>s!==e);this.store.set("shown",t?[...n,e]:n),t&&["energy","power"].includes(this.store.get("plotKind"))&&this.store.set("plotKind","time")}makeBar(){let{store:e,curves:t}=this,n=t.all.filter(l=>l.unit==="W"),s=V("select",{"aria-label":"What is plotted",onchange:()=>e.set("plotKind",s.value)},V("option",{value:"time"},"over time"),t.pick(fx).length>1&&V("option",{value:"energy"},"energies, stacked"),n.length>0&&V("option",{value:"power"},"powers, stacked"),V("optgroup",{label:"over a channel"},...t.all.map(l=>V("option",{value:`over ${l.key}`},`over ${l.key}`))));e.watch(["plotKind"],()=>{s.value=e.get("plotKind")});let r=(l,c,h)=>V("button",{class:"chip",title:c,onclick:h},l),o=(l,c,h)=>{let u=r(c,h,()=>e.toggle(l));return e.watch([l],()=>u.setAttribute("aria-pressed",String(e.get(l)))),u},a=t.all.some(l=>Zi(l.unit,!0).factor!==1);return V("div",{class:"plot-bar",role:"toolbar","aria-label":"Plots"},s,a&&o("degrees","degrees","Angles in degrees (O)"),this.others.length>0&&o("difference","difference",`Other runs less "${this.options.label}"`),r("zoom in","Less of time, about the cursor; also the wheel, or drag with Shift",()=>this.zoomBy(px)),r("zoom out","More of time",()=>this.zoomBy(1/px)),r("all","All of time; also a double click",()=>e.set("window",null)),r("CSV","Save the numbers of these plots",()=>this.save()))}zoomBy(e){let[t,n]=this.source.range(),[s,r]=this.store.get("window")??[t,n],o=Math.min(Math.max(this.store.get("t"),s),r);this.zoom([o-e*(o-s),o+e*(r-o)])}zoom(e){let[t,n]=this.source.range();if(!e){this.store.set("window",null);return}let[s,r]=[Math.max(e[0],t),Math.min(e[1],n)];r-s<1e-9*(n-t)||this.store.set("window",r-s>(1-1e-6)*(n-t)?null:[s,r])}specs(){let{store:e,curves:t}=this,n=e.get("plotKind");if(n==="energy")return[this.stack("energies over time",t.pick(fx))];if(n==="power")return[this.stack("powers over time",t.all.filter(o=>o.unit==="W"))];let s=n.startsWith("over ")?t.find(n.slice(5)):void 0,r=new Map;for(let o of t.pick(e.get("shown")))r.set(o.unit,[...r.get(o.unit)??[],o]);return[...r].map(([o,a])=>({kind:s?"over":"time",title:s?`over ${s.key}`:"over time",unit:Zi(o,e.get("degrees")).unit,across:s?Zi(s.unit,e.get("degrees")).unit:"s",lines:a.flatMap(l=>this.lines(l,s,eu(e.get("shown").indexOf(l.key))))}))}lines(e,t,n){let{store:s}=this,[{factor:r},o]=[Zi(e.unit,s.get("degrees")),t?Zi(t.unit,s.get("degrees")).factor:1],a=s.get("difference")&&this.others.length>0,l=(m,g,y,E,b)=>{let P=t&&m.find(t.key),w=m.union([g,...P?[P]:[]]),x=M=>b?b.value(e,M):0;return{name:y,color:n,isDashed:E,x:P?m.at(P,w,o):w,y:m.at(g,w,r).map((M,F)=>M-r*x(w[F])),at:M=>[P?o*m.value(P,M):M,r*(m.value(g,M)-x(M))]}},c=this.others.flatMap(({label:m,curves:g})=>{let y=g.find(e.key);return y?[l(g,y,`${e.key} (${m}${a?` \u2212 ${this.options.label}`:""})`,!a,a?this.curves:null)]:[]}),h=l(this.curves,e,this.others.length?`${e.key} (${this.options.label})`:e.key,!1,null),u=t?null:this.curves.remembered(e),d=u?Array.from(u.y,m=>r*m):[],f=m=>[m,u&&this.source.isPinned?r*pr(u.t,u.y,m):NaN],p=this.source.isPinned?{name:`${e.key} (pinned)`,isDashed:!0}:{name:e.key,isFaint:!0},_=u?[{...p,color:n,x:u.t,y:d,at:f}]:[];return a?c:[h,...c,..._]}stack(e,t){let n=this.curves.union(t),s=t.map((r,o)=>{let a=this.curves.at(r,n),l=r.key==="gravity_energy"?a.reduce((h,u)=>Number.isNaN(u)?h:Math.min(u,h),1/0):0,c=Number.isFinite(l)?l:0;return{name:c?`${r.key} above its lowest`:r.key,color:eu(o),x:n,y:a.map(h=>h-c),at:h=>[h,this.curves.value(r,h)-c]}});return{kind:"stack",title:e,unit:t[0]?.unit??"",across:"s",lines:s}}build(){for(let t of this.charts)t.destroy();let e={theme:this.store.get("theme"),now:()=>this.store.get("t"),zoom:t=>this.zoom(t),seek:t=>{let[n,s]=this.source.range();this.store.set("t",Math.min(Math.max(t,n),s))}};if(this.charts=this.specs().filter(t=>t.lines.length).map(t=>new gu(t,e)),this.area.replaceChildren(...this.charts.map(t=>t.holder)),this.charts.length||this.area.append(V("p",{class:"quiet"},"Tick channels to plot them.")),this.resize(),this.store.get("window"))for(let t of this.charts)t.show(this.store.get("window"))}grow(){let e=this.specs().filter(t=>t.lines.length);if(e.length!==this.charts.length||!this.charts.every((t,n)=>t.take(e[n])))this.build();else if(this.store.get("window"))for(let t of this.charts)t.show(this.store.get("window"))}table(){let e=this.specs(),t=e.flatMap(l=>l.lines.filter(c=>!c.isFaint).map(c=>({line:c,unit:l.unit}))),n=Float64Array.from(new Set(this.curves.pick(this.store.get("shown")).flatMap(l=>[...this.curves.times(l)]))).sort(),s=n.length?n:Float64Array.from(t[0]?.line.x??[]),r=e.find(l=>l.kind==="over"),o=["t [s]",...r?[`${r.title.slice(5)} [${r.across}]`]:[],...t.map(({line:l,unit:c})=>`${l.name} [${c||"1"}]`)],a=(l,c)=>Array.from(s,h=>l.at(h)[c]);return dx(o,[s,...r?[a(r.lines[0],0)]:[],...t.map(({line:l})=>a(l,1))])}save(){Wr(new Blob([this.table()],{type:"text/csv"}),Xr(this.options.name,"csv"))}resize(){let e=this.charts.length;if(!e||!this.area.clientWidth)return;let t=Math.min(e,Math.max(1,Math.floor(this.area.clientWidth/rA))),n=Math.ceil(e/t),s=Math.floor(this.area.clientWidth/t)-4,r=Math.max(Math.floor(this.area.clientHeight/Math.min(n,2)),90);for(let o of this.charts)o.resize(s,r)}};var na=class{room=new Uint8Array(65536);used=0;byte(...e){this.grow(e.length),this.room.set(e,this.used),this.used+=e.length}grow(e){if(this.used+e<=this.room.length)return;let t=new Uint8Array(2*this.room.length+e);t.set(this.room),this.room=t}short(...e){for(let t of e)this.byte(t&255,t>>8)}text(e){this.byte(...Array.from(e,t=>t.charCodeAt(0)))}bytes(e){this.grow(e.length),this.room.set(e,this.used),this.used+=e.length}all(){return this.room.slice(0,this.used)}};var mx=1e6,gx=Zt(65536,0,0,0,65536,0,0,0,1073741824),oA=1,aA=3;function xx(i,e,t,n,s){let r=Qi("ftyp",ia("isom"),Zt(512),ia("isomiso2mp41"),ia(i.entry==="avc1"?"avc1":"vp09")),o=hA(i,e,t),a=c=>lA(e,t,n,o,s,c),l=r.length+a(0).length+8;return gp(r,a(l),Qi("mdat",...s.map(({content:c})=>c)))}function lA(i,e,t,n,s,r){let o=Qi("stbl",li("stsd",0,Zt(1),n),li("stts",0,cA(s,t)),li("stss",0,yx(s.flatMap(({isKey:d},f)=>d?[f+1]:[]))),li("stsc",0,Zt(1,1,s.length,1)),li("stsz",0,Zt(0),yx(s.map(({content:d})=>d.length))),li("stco",0,Zt(1,r))),a=Qi("minf",li("vmhd",1,Zt(0,0)),Qi("dinf",li("dref",0,Zt(1),li("url ",oA))),o),l=Qi("mdia",li("mdhd",0,Zt(0,0,mx,t),bl(21956,0)),li("hdlr",0,Zt(0),ia("vide"),Zt(0,0,0),ia("linkwork\0")),a),c=Zt(i<<16,e<<16),h=Qi("trak",li("tkhd",aA,Zt(0,0,1,0,t,0,0,0,0),gx,c),l),u=Zt(65536,16777216);return Qi("moov",li("mvhd",0,Zt(0,0,mx,t),u,Zt(0,0),gx,Zt(0,0,0,0,0,0),Zt(2)),h)}function cA(i,e){let t=[];return i.forEach(({at:n},s)=>{let r=(i[s+1]?.at??e)-n,o=t.at(-1);o?.[1]===r?o[0]+=1:t.push([1,r])}),Zt(t.length,...t.flat())}function hA({entry:i,configuration:e},t,n){return Qi(i,Zt(0),bl(0,1,0,0,0,0,0,0,0,0),bl(t,n),Zt(4718592,4718592,0),bl(1),new Uint8Array(32),bl(24,65535),e)}var _x=i=>({entry:"avc1",configuration:Qi("avcC",i)}),vx=i=>({entry:"vp09",configuration:li("vpcC",1<<24,Uint8Array.of(0,i,130,2,2,2,0,0))});function Qi(i,...e){return gp(Zt(8+e.reduce((t,n)=>t+n.length,0)),ia(i),...e)}var li=(i,e,...t)=>Qi(i,Zt(e),...t),yx=i=>gp(Zt(i.length),Zt(...i));function Zt(...i){let e=new DataView(new ArrayBuffer(4*i.length));return i.forEach((t,n)=>{e.setUint32(4*n,t)}),new Uint8Array(e.buffer)}function bl(...i){let e=new DataView(new ArrayBuffer(2*i.length));return i.forEach((t,n)=>{e.setUint16(2*n,t)}),new Uint8Array(e.buffer)}var ia=i=>new TextEncoder().encode(i);function gp(...i){let e=new na;for(let t of i)e.bytes(t);return e.all()}var bx=51,uA=["avc1.640034","avc1.640028","avc1.42001f",`vp09.00.${bx}.08`],dA=12e6,fA=60,pA=4,xu=class i{constructor(e,t){this.config=e;this.rate=t;this.encoder=new VideoEncoder({output:(n,s)=>{let r=new Uint8Array(n.byteLength);n.copyTo(r);let o=s?.decoderConfig?.description;o&&(this.codec=_x(mA(o))),this.pictures.push({at:n.timestamp,isKey:n.type==="key",content:r})},error:n=>{this.failed=n}}),this.encoder.configure(e)}config;rate;pictures=[];encoder;failed=null;codec=vx(bx);count=0;static async of(e,t,n){if(typeof VideoEncoder>"u")return null;for(let s of uA){let r=s.startsWith("avc1")?{avc:{format:"avc"}}:{},o={codec:s,width:e,height:t,bitrate:dA,framerate:n,...r};if((await VideoEncoder.isConfigSupported(o).catch(()=>null))?.supported)return new i(o,n)}return null}async add(e){let[t,n]=[this.count,this.count+1].map(r=>Math.round(1e6*r/this.rate)),s=new VideoFrame(e,{timestamp:t,duration:n-t});for(this.encoder.encode(s,{keyFrame:this.count%fA===0}),s.close(),this.count+=1;this.encoder.encodeQueueSize>pA&&!this.failed;)await new Promise(r=>{window.setTimeout(r,1)})}async file(){if(await this.encoder.flush(),this.encoder.close(),this.failed)throw this.failed;let{width:e,height:t}=this.config;return xx(this.codec,e,t,Math.round(1e6*this.count/this.rate),this.pictures)}};function mA(i){return ArrayBuffer.isView(i)?new Uint8Array(i.buffer,i.byteOffset,i.byteLength).slice():new Uint8Array(i)}var yp=32768,xp=255,gA=4096,_u=class{constructor(e,t){this.width=e;this.height=t}width;height;pictures=[];counts=new Float64Array(yp);sums=new Float64Array(3*yp);add(e){let t=new Uint16Array(this.width*this.height);for(let n=0;n<t.length;n+=1){let[s,r,o]=[e[4*n],e[4*n+1],e[4*n+2]],a=s>>3<<10|r>>3<<5|o>>3;t[n]=a,this.counts[a]+=1,this.sums[3*a]+=s,this.sums[3*a+1]+=r,this.sums[3*a+2]+=o}this.pictures.push(t)}file(e){let{colors:t,places:n}=this.palette(),s=new na;return s.text("GIF89a"),s.short(this.width,this.height),s.byte(247,0,0),s.byte(...t),s.byte(33,255,11),s.text("NETSCAPE2.0"),s.byte(3,1,0,0,0),this.pictures.forEach((r,o)=>{let a=this.pictures[o-1],l=Uint8Array.from(r,(c,h)=>a&&n[a[h]]===n[c]?xp:n[c]);s.byte(33,249,4,5),s.short(Math.max(Math.round(100*e),2)),s.byte(xp,0,44),s.short(0,0,this.width,this.height),s.byte(0),yA(l,s)}),s.byte(59),s.all()}palette(){let e=new Array(768).fill(0),t=new Uint8Array(yp);return this.cubes().forEach(({bins:n,count:s},r)=>{for(let o of n)t[o]=r;for(let o=0;o<3;o+=1)e[3*r+o]=Math.round(n.reduce((a,l)=>a+this.sums[3*l+o],0)/s)}),{colors:e,places:t}}cubes(){let e=Array.from(this.counts.keys()).filter(n=>this.counts[n]>0),t=[this.cube(e)];for(;t.length<xp;){let n=t.reduce((s,r,o)=>r.spread>t[s].spread?o:s,0);if(t[n].spread===0)break;t.push(...t.splice(n,1).flatMap(s=>this.halves(s)))}return t}cube(e){let t=[0,1,2].map(r=>{let[o,a]=[31,0];for(let l of e){let c=_p(l,r);o=Math.min(o,c),a=Math.max(a,c)}return a-o}),n=t.indexOf(Math.max(...t)),s=e.reduce((r,o)=>r+this.counts[o],0);return{bins:e,count:s,axis:n,spread:t[n]**2*Math.sqrt(s)}}halves({bins:e,count:t,axis:n}){let s=[...e].sort((a,l)=>_p(a,n)-_p(l,n)),[r,o]=[0,0];for(;r<s.length-1&&o<t/2;)o+=this.counts[s[r]],r+=1;return[this.cube(s.slice(0,r)),this.cube(s.slice(r))]}},_p=(i,e)=>i>>10-5*e&31;function yA(i,e){let[t,n]=[256,257],s=new Map,r=new vp(e),[o,a]=[n+1,9];e.byte(8),r.put(t,a);let l=i[0];for(let c=1;c<i.length;c+=1){let h=l<<8|i[c],u=s.get(h);if(u!==void 0){l=u;continue}if(r.put(l,a),l=i[c],o===gA){r.put(t,a),s.clear(),[o,a]=[n+1,9];continue}s.set(h,o),o===1<<a&&(a+=1),o+=1}r.put(l,a),o===1<<a&&a<12&&(a+=1),r.put(n,a),r.end()}var vp=class{constructor(e){this.out=e}out;block=[];waiting=0;count=0;put(e,t){for(this.waiting|=e<<this.count,this.count+=t;this.count>=8;)this.shift()}shift(){this.block.push(this.waiting&255),this.waiting>>>=8,this.count=Math.max(this.count-8,0),this.block.length===255&&this.flush()}flush(){this.out.byte(this.block.length,...this.block),this.block=[]}end(){this.count>0&&this.shift(),this.block.length&&this.flush(),this.out.byte(0)}};var xA=2,_A=4,vA=30,bA=20,SA=240,MA=640;function Sx(i,e,t,n,s){let r=V("p",{class:"quiet",role:"status"}),o=h=>{r.textContent=`${Math.round(100*h)} % drawn`},a=(h,u,d)=>V("div",{class:"save-row"},V("button",{class:"chip",onclick:()=>{d()}},h),V("span",{class:"quiet"},u)),l=Ii(t)||(n?.doc.modes.length??0)>0,c=V("dialog",{class:"save","aria-label":"Save"},V("h2",{},"Save"),n&&a("Picture","as PNG, as it is now",()=>Wr(n.stage.picture(),Xr(i,"png"))),n&&l&&a("Film","as MP4: one run from start to end, at the speed chosen",async()=>{let h=await EA(e,t,n,o);h&&Wr(new Blob([h],{type:"video/mp4"}),Xr(i,"mp4")),r.textContent=h?"":"This browser makes no films; take a GIF."}),n&&l&&a("GIF","of the same, for slides and pages without a player",async()=>{let h=await TA(e,t,n,o);Wr(new Blob([h],{type:"image/gif"}),Xr(i,"gif")),r.textContent=""}),t.channels.length>0&&a("Numbers","of the plots, as CSV",()=>Wr(new Blob([s.table()],{type:"text/csv"}),Xr(i,"csv"))),a("Link","to this view, time, selection and values of sliders",async()=>{try{await navigator.clipboard.writeText(window.location.href),r.textContent="The address is copied."}catch{r.textContent="Copy the address of the page: it says what is shown."}}),r,V("button",{class:"chip",onclick:()=>c.close()},"Close"));return c.addEventListener("click",h=>{h.target===c&&c.close()}),c}function wA(i){let[e,t]=i.range();return[Math.max(e,t-(i.span??1/0)),t]}function Mx(i,e,t,n=1/0){let s=i.get("mode")>=0,[r,o]=s?[0,2*Math.PI]:wA(e),[a,l]=[o-r,s?xA:(o-r)/i.get("speed")],c=Math.min(Math.max(Math.round(l*t),_A),n);return{name:s?"phase":"t",values:Array.from({length:c},(h,u)=>r+u/c*a),seconds:l/c}}async function wx(i,e,{name:t,values:n},s,r){let o=i.get(t);i.set("playing",!1),await e.stage.atItsBest(async()=>{for(let[a,l]of n.entries())i.set(t,l),i.flush(),e.stage.draw(),await s(e.stage.canvas),r((a+1)/n.length),await new Promise(c=>{window.setTimeout(c)})}),i.set(t,o)}function Ex(i,e,t){let{clientWidth:n,clientHeight:s}=i.stage.canvas,r=a=>Math.max(Math.round(e*a/t),1)*t,o=V("canvas",{width:r(n),height:r(s)});return{paper:o,pen:o.getContext("2d",{willReadFrequently:!0})}}async function EA(i,e,t,n){let s=Mx(i,e,vA),{paper:r,pen:o}=Ex(t,Math.min(window.devicePixelRatio,2),2),a=await xu.of(r.width,r.height,1/s.seconds);return a?(await wx(i,t,s,l=>(o.drawImage(l,0,0,r.width,r.height),a.add(r)),n),a.file()):null}async function TA(i,e,t,n){let{clientWidth:s,clientHeight:r}=t.stage.canvas,{paper:o,pen:a}=Ex(t,Math.min(1,MA/Math.max(s,r)),1),l=new _u(o.width,o.height),c=Mx(i,e,bA,SA);return await wx(i,t,c,h=>{a.drawImage(h,0,0,l.width,l.height),l.add(a.getImageData(0,0,l.width,l.height).data)},n),l.file(c.seconds)}var Sl=[[.267,.005,.329],[.254,.265,.53],[.164,.471,.558],[.128,.651,.525],[.478,.821,.318],[.993,.906,.144]];function Tx(i){let e=(Number.isFinite(i)?Math.min(Math.max(i,0),1):0)*(Sl.length-1),t=Math.min(Math.floor(e),Sl.length-2);return Sl[t].map((n,s)=>n+(e-t)*(Sl[t+1][s]-n))}var Ax=`linear-gradient(to right, ${Sl.map(i=>`rgb(${i.map(e=>Math.round(255*e)).join(" ")})`).join(", ")})`;var Cx=2,bp=100,AA={plain:"",displacement:"m",strain:"",stress:"Pa"},CA={plain:"plain",displacement:"displacement",strain:"surface strain",stress:"stress"};function Px(i,e){let t=i.doc.deformation.length>0;if(!t&&i.elastic.colorings.length<2)return null;let n=V("output",{}),s=V("input",{type:"range",min:0,max:bp,step:1,"aria-label":"Exaggeration of the deformation",oninput:()=>e.set("exaggeration",10**(Cx*Number(s.value)/bp))});e.watch(["exaggeration"],()=>{let c=Math.log10(e.get("exaggeration"))/Cx;s.value=String(Math.round(bp*c)),s.style.setProperty("--done",`${100*c}%`),n.textContent=`\xD7 ${at(e.get("exaggeration"),2)}`});let r=V("select",{"aria-label":"Colours",onchange:()=>e.set("coloring",r.value)},...i.elastic.colorings.map(c=>V("option",{value:c},c==="stress"&&t?"stress (von Mises)":CA[c]))),o=V("span",{class:"color-bar","aria-hidden":"true"});o.style.background=Ax;let a=V("output",{}),l=V("div",{class:"color-scale"},"0",o,a);return e.watch(["coloring","t","exaggeration"],()=>{let c=e.get("coloring");r.value=c,l.hidden=c==="plain",a.textContent=`${at(i.elastic.largest,3)} ${AA[c]}`}),V("div",{class:"shape-box",role:"group","aria-label":"Deformation"},t&&V("label",{},"Deformation",s,n),i.elastic.colorings.length>1&&V("label",{},"Colours",r),l)}function PA({text:i,verdict:e,rows:t}){if(!e)return V("pre",{tabindex:0},i);let[n,...s]=e.reasons;return V("article",{class:"certificate",tabindex:0},V("p",{class:`verdict ${["good","doubtful","bad"].includes(e.level)?e.level:""}`},V("b",{},e.level),n??""),s.length>0&&V("ul",{},...s.map(r=>V("li",{},r))),V("dl",{},...(t??[]).flatMap(([r,o])=>[V("dt",{},r),V("dd",{},o)])))}function Rx(i,e,t,n=[]){let s=[["Selection",e],...n,...i.map(l=>[l.title,PA(l)])],r=s.map(([l],c)=>V("button",{role:"tab",id:`tab-${c}`,"aria-controls":`panel-${c}`,onclick:()=>t.set("tab",c),onkeydown:h=>{let u={ArrowRight:1,ArrowLeft:-1}[h.key];u&&(h.preventDefault(),h.stopPropagation(),t.set("tab",(c+u+s.length)%s.length),t.flush(),r[t.get("tab")].focus())}},l)),o=s.map(([,l],c)=>V("div",{role:"tabpanel",id:`panel-${c}`,"aria-labelledby":`tab-${c}`,class:"sheet"},l)),a=V("aside",{class:"side right","aria-label":"Details"},V("div",{role:"tablist","aria-label":"Details",class:"tabs"},...r),...o);return t.watch(["tab"],()=>{let l=t.get("tab");r.forEach((c,h)=>{c.setAttribute("aria-selected",String(h===l)),c.tabIndex=h===l?0:-1}),o.forEach((c,h)=>{c.hidden=h!==l}),a.classList.toggle("wide",l>n.length&&!i[l-1-n.length].verdict)}),a}var RA=Array.from({length:19},(i,e)=>e-9),Ml=RA.flatMap(i=>[1,2,5].map(e=>+`${e}e${i}`)),Sp=6,IA=10,Mp=1e4,LA=2,DA=2;function wp(i){let e=i>=1&&i<=60?1:i/IA,t=r=>Math.abs(Math.log(r/e)),n=Ml.reduce((r,o,a)=>t(o)<t(Ml[r])?a:r,0),s=Math.min(Math.max(n-Sp,0),Ml.length-2*Sp-1);return{speeds:Ml.slice(s,s+2*Sp+1),speed:Ml[n]}}function Ix(i,e,t){let n=V("div",{class:"timeline",role:"group","aria-label":"Time"}),[s,r]=t.range(),{speeds:o}=wp(t.span??(r-s||1)),a=l=>{let c=Math.min(Math.max(o.indexOf(i.get("speed"))+l,0),o.length-1);i.set("speed",o[c])};return!Ii(t)&&!e.modes.length?(n.append(V("p",{class:"quiet"},"One position: there is no motion to play.")),{bar:n,step(){},changeSpeed:a}):(Ii(t)?n.append(...NA(i,e,t,o)):n.append(Lx(i),V("span",{class:"spring"})),e.modes.length&&n.append(UA(i,e.modes,Ii(t))),{bar:n,step:FA(i,t),changeSpeed:a})}function Lx(i){let e=V("button",{class:"round","data-act":"play",onclick:()=>i.toggle("playing")});return i.watch(["playing"],()=>{let t=i.get("playing");e.replaceChildren(Go(t?"pause":"play")),e.setAttribute("aria-label",t?"Pause":"Play"),e.title=`${t?"Pause":"Play"} (space)`}),e}function NA(i,e,t,n){let s=h=>{let[u,d]=t.range();i.set("t",u+h*(d-u))},r=V("button",{class:"plain","aria-label":"To the start",title:"To the start (Home)",onclick:()=>s(0)},Go("start")),o=V("input",{type:"range",min:0,max:Mp,value:0,step:1,"aria-label":"Time",class:"scrub",oninput:()=>s(Number(o.value)/Mp)}),a=V("output",{class:"clock","aria-live":"off"});i.watch(["t","grown"],()=>{let[[h,u],d]=[t.range(),i.get("t")],f=u>h?(d-h)/(u-h):1;o.value=String(Math.round(f*Mp)),o.style.setProperty("--done",`${f*100}%`),o.setAttribute("aria-valuetext",`${at(d,4)} seconds`);let p=Math.max(0,Math.min(6,3-Math.floor(Math.log10(u-h||1))));a.textContent=Math.abs(u)<1e6?`${d.toFixed(p)} / ${u.toFixed(p)} s`:`${at(d)} / ${at(u)} s`});let l=V("select",{"aria-label":"Speed",title:"Speed (\u2191 \u2193)",onchange:()=>i.set("speed",Number(l.value))},...n.map(h=>V("option",{value:h},`${at(h)}\xD7`)));i.watch(["speed"],()=>{l.value=String(i.get("speed"))});let c=V("button",{class:"plain toggle","aria-label":"Loop",title:"Loop (L)",onclick:()=>i.toggle("loop")},Go("loop"));return i.watch(["loop"],()=>c.setAttribute("aria-pressed",String(i.get("loop")))),i.watch(["mode"],()=>{for(let h of[o,r,l,c])h.disabled=i.get("mode")>=0}),[r,Lx(i),f0(o,i,e.happened.marks,t),a,l,...t.reach?[]:[c]]}function UA(i,e,t){let n=(o,a)=>{let l=[o.name||`mode ${a+1}`];return o.frequency!=null&&l.push(`${at(o.frequency,4)} Hz`),o.damping!=null&&l.push(`\u03B6 ${at(o.damping,3)}`),l.join(" \xB7 ")},s=V("select",{"aria-label":"Mode",class:"mode",onchange:()=>i.set("mode",Number(s.value))},V("option",{value:-1},t?"Motion":"At rest"),...e.map((o,a)=>V("option",{value:a},n(o,a)))),r=V("input",{type:"range",min:0,max:1,step:.01,"aria-label":"Amplitude of the mode",title:"Amplitude",class:"amplitude",oninput:()=>i.set("amplitude",Number(r.value))});return i.watch(["mode","amplitude"],()=>{s.value=String(i.get("mode")),r.value=String(i.get("amplitude")),r.style.setProperty("--done",`${100*i.get("amplitude")}%`),r.disabled=i.get("mode")<0}),V("div",{class:"modes"},s,r)}function FA(i,e){return t=>{if(i.get("mode")>=0){i.set("phase",(i.get("phase")+2*Math.PI*t/DA)%(2*Math.PI));return}let[n,s]=e.range(),r=i.get("t")+t*i.get("speed");e.reach?(e.reach(r+LA*i.get("speed")),r=Math.min(r,s)):r>s&&(i.get("loop")?r=n+(r-n)%(s-n):(r=s,i.set("playing",!1))),i.set("t",r)}}var OA=14;function Nx(i,e){let t=[],n=(a,l,c,h)=>{let u=V("span",{class:a.type==="body"?"swatch":"swatch ring"});h&&(u.style.background=h);let d=V("button",{class:"entry",title:l,onclick:()=>e.set("selected",a)},u,V("span",{class:"name"},l),V("span",{class:"kind"},c));e.watch(["selected"],()=>{let p=fs(e.get("selected"),a);if(d.setAttribute("aria-current",String(p)),!p)return;let _=d.closest("details");_&&(_.open=!0),d.scrollIntoView({block:"nearest"})});let f=V("li",{},d);return t.push({item:f,text:`${l} ${c}`.toLowerCase()}),f},s=i.bodies.map((a,l)=>({name:a.name,item:n({type:"body",index:l},a.name,l?"":"fixed",Ur(l))})),r=i.connections.map((a,l)=>({name:a.name,item:n({type:"connection",index:l},a.name,a.kind)})),o=V("input",{type:"search",placeholder:"Filter","aria-label":"Filter bodies and connections",oninput:()=>t.forEach(({item:a,text:l})=>{a.hidden=!l.includes(o.value.toLowerCase());let c=a.closest("details");c&&o.value&&!a.hidden&&(c.open=!0)})});return V("nav",{class:"tree","aria-label":"Model"},t.length>OA&&o,V("h2",{},"Bodies",V("span",{class:"count"},String(s.length-1))),V("ul",{},...Dx(s)),V("h2",{},"Connections",V("span",{class:"count"},String(r.length))),V("ul",{},...Dx(r)))}function Dx(i){let e=new Map;for(let{name:t,item:n}of i){let s=t.includes("/")?t.slice(0,t.lastIndexOf("/")):`/${t}`;e.set(s,[...e.get(s)??[],n])}return[...e].flatMap(([t,n])=>n.length===1?n:[V("li",{},V("details",{},V("summary",{},`${t} `,V("span",{class:"count"},String(n.length))),V("ul",{},...n)))])}var vu=class{objects;ends=[new C,new C];points=[];dots;line;constructor({size:e}){let t=new Js({color:"#d6336c",depthTest:!1,transparent:!0});this.dots=this.ends.map(()=>new Tt(new On(.7*e,16,12),t));let n=new Mt().setAttribute("position",new Qt(new Float32Array(6),3));this.line=new er(n,new oi({color:"#d6336c",depthTest:!1,transparent:!0})),this.line.frustumCulled=!1;let s=new Pt;s.add(...this.dots,this.line),s.traverse(r=>{r.renderOrder=6}),this.objects=[s]}get distance(){return this.points.length===2?this.ends[0].distanceTo(this.ends[1]):null}update(e){this.points.forEach((n,s)=>e.point(n.body,new C(...n.local),this.ends[s])),this.dots.forEach((n,s)=>{n.visible=s<this.points.length,n.position.copy(this.ends[s])}),this.line.visible=this.points.length===2;let t=this.line.geometry.attributes.position;this.ends.forEach((n,s)=>t.setXYZ(s,n.x,n.y,n.z)),t.needsUpdate=!0}dispose(){Sn(this.objects)}};function Ux(i,e,t){let n=t.clone().sub(i.positions[e]).applyQuaternion(i.quaternions[e].clone().conjugate());return{body:e,local:n.toArray()}}var kA=4;function Fx(i,e,t){let{canvas:n}=i.stage;n.tabIndex=0,n.setAttribute("role","img"),n.setAttribute("aria-label",`Picture of ${t.name}. Press question mark for the keys.`);let s=null,r=l=>{let c=n.getBoundingClientRect();return i.stage.meet(l.clientX-c.left,l.clientY-c.top)},o=l=>r(l)?.thing??null,a=l=>{let c=r(l);if(!c)return;let h=c.thing.type==="body"?c.thing.index:t.connections[c.thing.index].ends[0]?.body??0,u=e.get("measured");e.set("measured",[...u.length<2?u:[],Ux(i.pose,h,c.point)])};n.addEventListener("pointerdown",l=>{s=[l.clientX,l.clientY]}),n.addEventListener("pointerup",l=>{if(!s||Math.hypot(l.clientX-s[0],l.clientY-s[1])>kA||l.button!==0)return;if(e.get("measuring")){a(l);return}let c=o(l);e.set("selected",c),c&&e.set("tab",0)}),n.addEventListener("pointermove",l=>{if(l.buttons)return;let c=o(l);fs(c,e.get("hovered"))||(n.style.cursor=c?"pointer":"",e.set("hovered",c))}),n.addEventListener("pointerleave",()=>e.set("hovered",null))}var Ox="linkwork-scene";function kx(i){return{...{floor:!0,touching:[],happened:{marks:[],given:0},plots:[],strands:[],deformation:[],label:"",others:[]},...i}}function bu(i,e,t,n,s,r,o){let a=0;for(let f=0;f<4;f+=1)a+=i[e+f]*t[n+f];let l=a<0?-1:1,c=Math.acos(Math.min(Math.abs(a),1)),h=Math.sin(c),[u,d]=h<1e-6?[1-s,s]:[Math.sin((1-s)*c)/h,Math.sin(s*c)/h];for(let f=0;f<4;f+=1)r[o+f]=u*i[e+f]+l*d*t[n+f];Su(r,o)}function Ep(i,e,t,n){let[s,r,o]=[i[e],i[e+4],i[e+8]],a=[1+s+r+o,1+s-r-o,1-s+r-o,1-s-r+o],l=a.indexOf(Math.max(...a)),c=Math.sqrt(Math.max(a[l],0)),[h,u,d]=[i[e+7]-i[e+5],i[e+2]-i[e+6],i[e+3]-i[e+1]],[f,p,_]=[i[e+1]+i[e+3],i[e+2]+i[e+6],i[e+5]+i[e+7]],m=[[c*c,h,u,d],[h,c*c,f,p],[u,f,c*c,_],[d,p,_,c*c]];for(let g=0;g<4;g+=1)t[n+g]=m[l][g]/(2*c);Su(t,n)}function Su(i,e){let t=Math.hypot(i[e],i[e+1],i[e+2],i[e+3])||1;for(let n=0;n<4;n+=1)i[e+n]/=t}function Bx(i,e,t,n,s){let r=Math.hypot(t,n,s);if(r===0)return;let o=Math.cos(r/2),a=Math.sin(r/2)/r,[l,c,h]=[a*t,a*n,a*s],[u,d,f,p]=[i[e],i[e+1],i[e+2],i[e+3]];i[e]=o*u-l*d-c*f-h*p,i[e+1]=o*d+l*u+c*p-h*f,i[e+2]=o*f+c*u+h*d-l*p,i[e+3]=o*p+h*u+l*f-c*d}var wl=class{constructor(e,t=3e4){this.width=e;this.most=t;this.values=new Float64Array(e*256)}width;most;t=[];first=0;values;get count(){return this.t.length}put(e,t,n){let s=Math.min(Math.max(e-this.first,0),this.count);this.t.length=s,this.room(s+t.length),this.values.set(n,s*this.width);for(let r of t)this.t.push(r);this.count>this.most&&this.drop(this.count-this.most/2)}row(e){return this.values.subarray(e*this.width,(e+1)*this.width)}columns(e,t){let n=new Float64Array(this.count*t);for(let s=0;s<this.count;s+=1)for(let r=0;r<t;r+=1)n[s*t+r]=this.values[s*this.width+e+r];return n}drop(e){this.values.copyWithin(0,e*this.width,this.count*this.width),this.t.splice(0,e),this.first+=e}room(e){if(e*this.width<=this.values.length)return;let t=new Float64Array(Math.max(e*this.width,2*this.values.length));t.set(this.values),this.values=t}};var zx=["x","y","z"],Vx=".touch_hits",BA=/\.touch_(place|normal|friction|hits)$/,qr=class{constructor(e,t,n,s){this.program=e;this.worker=t;this.bodies=n;this.span=e.span,this.told=zA(e),this.channels=this.told.filter(({id:o})=>!BA.test(o)),this.rows=new wl(e.columns.length),this.found=$i(n,s.deformation.length,s.loads.length/3),this.found.poses.set(s.poses),this.found.t=s.t,this.asked=s.t+e.span;let r=Object.fromEntries(e.controls.map(({name:o,value:a})=>[o,a]));this.news={values:r,chosen:r,sentence:"",certificate:null},t.onmessage=({data:o})=>this.take(o),t.onerror=o=>this.say(`The worker of this page has failed: ${o.message}.`),this.wish({kind:"begin",program:e})}program;worker;bodies;kind="live";span;channels;news;ontime=()=>{};told;watchers=new Set;listeners=new Set;found;rows;coming=null;before=null;pinned=null;curves=new Map;run=0;shown=-1/0;asked;wish(e){this.worker.postMessage(e)}watch(e){this.watchers.add(e)}spread(){for(let e of this.watchers)e()}say(e){this.news.sentence=e,this.spread()}take(e){e.kind==="rows"?this.takeRows(e):e.kind==="values"?(Object.assign(this.news,{values:e.values,chosen:e.chosen}),this.say(e.sentence)):e.kind==="certificate"?(this.news.certificate=e,e.reasons.length&&e.level==="bad"&&this.show(!0),this.spread()):e.kind==="time"?this.ontime(e.t):this.say(e.sentence)}takeRows({run:e,first:t,t:n,values:s}){if(e!==this.run&&(this.run=e,this.coming=new wl(this.rows.width)),this.coming){this.coming.put(t,n,s),this.show(!1);return}let r=t>=this.rows.first+this.rows.count;this.rows.put(t,n,s),this.tell(r?"grown":"anew")}show(e){let{coming:t}=this;!t?.count||!(e||t.t[t.count-1]>=Math.min(this.shown,this.end(this.rows)))||(this.rows=t,this.coming=null,this.tell("anew"))}end(e){return e.count?e.t[e.count-1]:-1/0}tell(e){this.curves.clear();for(let t of this.listeners)t(e)}range(){let{t:e,count:t}=this.rows;return t?[e[0],e[t-1]]:[this.found.t,this.found.t]}times(e=-1/0){return Float64Array.from(this.rows.t.filter(t=>t>e))}frame(e){return this.shown=e,Xx(this.rows,this.program,e,this.found)}channel(e){let t=this.told.find(s=>s.id===e);if(!t)throw new Error(`there is no channel "${e}"`);let n=this.curves.get(e);return n||this.curves.set(e,n=Gx(this.rows,t)),n}get touching(){return this.program.touching.map(e=>({...e,curves:()=>{let[t,n,s]=["place","normal","friction"].map(r=>this.channel(`${e.name}.touch_${r}`));return{times:t.t,places:t.y,normal:n.y,friction:s.y}}}))}marks(){let e=this.told.filter(({id:n})=>n.endsWith(Vx));if(!e.length)return null;let t=[];for(let n=0;n<this.rows.count;n+=1){let s=this.rows.row(n),r=e.filter(({column:o})=>s[o]>0).map(({id:o})=>o.slice(0,-Vx.length));r.length&&t.push({t:this.rows.t[n],kind:"impact",sentence:`t = ${Number(this.rows.t[n].toPrecision(6))}: impact of ${r.join(" and ")}`})}return t}subscribe(e){return this.listeners.add(e),()=>this.listeners.delete(e)}dispose(){this.worker.terminate()}reach(e){e<=this.asked||(this.asked=e,this.wish({kind:"until",t:e}))}set(e){this.wish({kind:"set",values:e})}reset(){this.wish({kind:"reset"})}remember(){this.before??=this.rows}forget(){!this.before||this.pinned||(this.before=null,this.tell("grown"))}pin(){this.before=this.rows,this.pinned=this.news.values,this.tell("grown"),this.spread()}get isPinned(){return this.pinned!==null}unpin(){this.pinned=null,this.forget(),this.spread()}remembered(e){let t=this.told.find(n=>n.id===e);return this.before&&t&&this.before!==this.rows?Gx(this.before,t):null}ghost(e,t){return this.before&&this.before!==this.rows?Xx(this.before,this.program,e,t):null}room(){return $i(this.bodies,this.found.deformation.length,this.found.loads.length/3)}held(e){return this.program.bodies[e-1]?.dragged??null}grab(e,t,n){this.say(""),this.wish({kind:"grab",t:e,body:t,point:n})}pull(e,t){this.wish({kind:"pull",pointer:e,dt:t})}hand(e,t,n,s){this.say(""),this.wish({kind:"hand",t:e,body:t,point:n,pointer:s})}release(){this.wish({kind:"release"})}};function zA({columns:i}){let e=[];i.forEach(({name:n,unit:s,group:r},o)=>{if(/\.rotation\b/.test(n))return;let a=n.replace(/\.[xyz]$/,""),l=e[e.length-1];a!==n&&n.endsWith(".x")&&zx.every((c,h)=>i[o+h]?.name===`${a}.${c}`)?e.push({id:a,name:a,components:zx,unit:s,group:r,column:o}):l?.components.length&&o<l.column+3||e.push({id:n,name:n,components:[],unit:s,group:r,column:o})});let t=({name:n})=>Number(/\.e[0-3]$/.test(n));return e.sort((n,s)=>t(n)-t(s))}function Gx(i,e){return{t:Float64Array.from(i.t),y:i.columns(e.column,e.components.length||1)}}var[Hx,Wx]=[new Float64Array(4),new Float64Array(4)];function Xx(i,e,t,n){if(!i.count)return n;let[s,r]=fr(i.t,t),[o,a]=[i.row(s),i.row(Math.min(s+1,i.count-1))],l=c=>o[c]+r*(a[c]-o[c]);return e.bodies.forEach(({column:c},h)=>{let[u,d]=[e.states+c,7*(h+1)];for(let f=0;f<3;f+=1)n.poses[d+f]=l(u+9+f);if(Ep(o,u,Hx,0),Ep(a,u,Wx,0),bu(Hx,0,Wx,0,r,n.poses,d+3),!!n.velocities)for(let f=0;f<3;f+=1)n.velocities[6*(h+1)+f]=l(u+15+f),n.velocities[6*(h+1)+3+f]=l(u+12+f)}),e.elastic.forEach((c,h)=>{n.deformation[h]=l(c)}),n.t=t,n}function qx(i){let e=URL.createObjectURL(new Blob([i.script],{type:"text/javascript"})),t=new Worker(e);return URL.revokeObjectURL(e),t}function Tp(i){let e=Ho(i.times),t=Dn(i.values);return{t:e,y:t,width:e.length?t.length/e.length:1}}var sa=class{constructor(e,t,n=[]){this.record=e;this.bodies=t,this.channels=e.channels,this.samples=Ho(e.poses.times),this.rows=VA(e,t,this.samples.length),this.rates=e.rates.map(Tp),this.loads=n.map(Tp),this.deformed=(e.deformation??[]).map(Tp),this.found=$i(t,this.deformed.reduce((s,r)=>s+r.width,0),n.length),this.rates.length||(this.found.velocities=null)}record;kind="recorded";channels;samples;rows;bodies;rates;loads;deformed;found;curves=new Map;range(){return[this.samples[0],this.samples[this.samples.length-1]]}times(e=-1/0){let t=this.samples.findIndex(n=>n>e);return t<0?new Float64Array:this.samples.subarray(t)}frame(e){let{bodies:t,rows:n,found:s}=this,[r,o]=fr(this.samples,e),[a,l]=[r,Math.min(r+1,this.samples.length-1)].map(h=>7*t*h);for(let h=0;h<t;h+=1){let u=7*h;for(let d=0;d<3;d+=1)s.poses[u+d]=n[a+u+d]+o*(n[l+u+d]-n[a+u+d]);bu(n,a+u+3,n,l+u+3,o,s.poses,u+3)}s.t=e,s.velocities&&this.rates.forEach((h,u)=>Kh(h.t,h.y,e,6,s.velocities,6*u)),this.loads.forEach((h,u)=>Kh(h.t,h.y,e,3,s.loads,3*u));let c=0;for(let{t:h,y:u,width:d}of this.deformed)Kh(h,u,e,d,s.deformation,c),c+=d;return s}channel(e){let t=this.curves.get(e);if(!t){let n=this.record.channels.find(s=>s.id===e);if(!n)throw new Error(`there is no channel "${e}"`);t={t:Ho(n.times),y:Dn(n.values)},this.curves.set(e,t)}return t}subscribe(e){return()=>{}}dispose(){this.curves.clear()}};function VA(i,e,t){let n=Dn(i.poses.positions),s=Dn(i.poses.quaternions),r=new Float64Array(t*e*7);for(let o=0;o<t*e;o+=1){for(let a=0;a<3;a+=1)r[7*o+a]=n[3*o+a];for(let a=0;a<4;a+=1)r[7*o+3+a]=s[4*o+a];Su(r,7*o+3)}return r}function Yx(i){let e=new sa(i,i.bodies.length,i.arrows);if(!i.program||typeof WebAssembly>"u")return e;let t=i.program;return new qr(t,qx(t),i.bodies.length,e.frame(e.range()[0]))}var Mu=class{constructor(e,t){this.sizes=t;this.moves=e.displacements.map(Dn),this.turns=e.turns.map(Dn),this.deformation=e.deformation?.map(Dn)??null;let n=([r,o],a)=>Math.hypot(...[0,1,2].map(l=>Math.hypot(r[3*a+l],o[3*a+l]))),s=Math.max(e.reach??0,...t.map((r,o)=>n(this.moves,o)+r*n(this.turns,o)));this.unit=s>0?1/s:0}sizes;moves;turns;deformation;unit;apply(e,t,n,s){let r=t*this.unit*Math.cos(n),o=t*this.unit*Math.sin(n),a=([l,c],h)=>r*l[h]-o*c[h];$h(e,s),this.sizes.forEach((l,c)=>{for(let h=0;h<3;h+=1)s.poses[7*c+h]+=a(this.moves,3*c+h);Bx(s.poses,7*c+3,a(this.turns,3*c),a(this.turns,3*c+1),a(this.turns,3*c+2))});for(let l=0;this.deformation&&l<s.deformation.length;l+=1)s.deformation[l]+=a(this.deformation,l);return s}};var Ap=["wire","names","frames","floor","traces","ghost","contacts","plots","degrees","follow","difference"];var GA=(i,{type:e,index:t})=>(e==="body"?i.bodies:i.connections)[t].name;function $x(i,e,t,n,s=[],r={}){let o=new URLSearchParams;o.set("t",String(Number(e.t.toPrecision(9)))),t&&o.set("view",t.map(a=>Number(a.toPrecision(5))).join(",")),e.selected&&o.set(e.selected.type,GA(i,e.selected)),e.mode!==n.mode&&o.set("mode",String(e.mode));for(let a of e.shown)o.append("plot",a);e.plotKind!=="time"&&o.set("kind",e.plotKind),e.theme!==n.theme&&o.set("theme",e.theme),e.coloring!=="plain"&&o.set("color",e.coloring);for(let a of Ap)e[a]!==n[a]&&o.set(a,e[a]?"1":"0");for(let{name:a,value:l}of s)r[a]!==l&&o.append("set",`${a}=${r[a]}`);return o.toString()}function Zx(i,e,t=[]){let n=new URLSearchParams(e.replace(/^#/,"")),s={on:{}},r=Number(n.get("t")??NaN);Number.isFinite(r)&&(s.t=r);let o=(n.get("view")??"").split(",").map(Number);o.length===6&&o.every(Number.isFinite)&&(s.view=o);for(let[u,d]of[["body",i.bodies],["connection",i.connections]]){let f=n.has(u)?d.findIndex(p=>p.name===n.get(u)):-1;f>=0&&(s.pick={type:u,index:f})}let a=Number(n.get("mode")??NaN);Number.isInteger(a)&&a>=-1&&a<i.modes.length&&(s.mode=a),n.has("plot")&&(s.shown=n.getAll("plot"));let l=n.get("kind");(l==="energy"||l==="power"||l?.startsWith("over "))&&(s.kind=l);let c=n.get("theme");(c==="light"||c==="dark")&&(s.theme=c);let h=n.get("color");(h==="displacement"||h==="strain"||h==="stress")&&(s.coloring=h);for(let u of Ap)n.has(u)&&(s.on[u]=n.get(u)==="1");for(let u of n.getAll("set")){let[d,f]=[u.slice(0,u.lastIndexOf("=")),Number(u.slice(u.lastIndexOf("=")+1))],p=t.find(_=>_.name===d);p&&f>=p.low&&f<=p.high&&(s.values={...s.values,[d]:f})}return s}function Kx(i,e,[t,n],s){e.t!==void 0&&i.set("t",Math.min(Math.max(e.t,t),n)),e.pick&&i.set("selected",e.pick),e.mode!==void 0&&i.set("mode",e.mode),e.shown&&i.set("shown",e.shown.filter(s)),e.kind&&(!e.kind.startsWith("over ")||s(e.kind.slice(5)))&&i.set("plotKind",e.kind),e.theme&&i.set("theme",e.theme),e.coloring&&i.set("coloring",e.coloring);for(let[r,o]of Object.entries(e.on))i.set(r,o)}function jx(i,e){let t=0,n=()=>{window.clearTimeout(t),t=window.setTimeout(()=>{i.get("playing")||e()},300)};return i.watch(["t","selected","mode","shown","plotKind","theme","coloring","playing",...Ap],n),n}var Jx=`:root {
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
  overflow-wrap: anywhere;
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
    grid-template-columns: 1fr 1fr;
    gap: 4px 14px;
    padding: 4px 8px;
  }
  .shape-box input {
    width: 80px;
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
`;var WA=80,Qx=60,wu=class{constructor(e,t){this.store=e;this.world=t;let{doc:n}=t,s=(a,l)=>V("span",{class:`label ${a}`,hidden:!0},l.length>Qx?`${l.slice(0,Qx)}\u2026`:l);this.labels=n.bodies.map(a=>s("body",a.name)),this.pins=n.connections.map(a=>s("connection",a.name)),this.lines=Gh.map((a,l)=>{let c=Os("text",{fill:a});return c.textContent="xyz"[l],{line:Os("line",{stroke:a}),text:c}});let r=Os("svg",{class:"triad",viewBox:"-32 -32 64 64","aria-hidden":"true"},...this.lines.flatMap(({line:a,text:l})=>[a,l]));this.root=V("div",{class:"overlay"},...this.labels,...this.pins,r,this.cell,this.distance);let o=V("div",{class:"ghost-note"});n.ghost&&o.append(V("span",{class:"swatch faint"}),n.ghost.label),n.others.forEach((a,l)=>{let c=V("span",{class:"swatch"});c.style.background=Wh(l),o.append(c,a.label)}),this.root.append(o),e.watch(["ghost"],()=>{o.hidden=!e.get("ghost")}),e.watch(["floor"],()=>{this.cell.hidden=!e.get("floor")}),e.watch(["names","selected","hovered"],()=>this.update())}store;world;root;labels;pins;lines;sizes=new Map;taken=[];distance=V("output",{class:"label distance",hidden:!0});cell=V("span",{class:"cell"});update(){let{doc:e,pose:t,symbols:n}=this.world,s=new C;this.taken=[],this.tellDistance(),this.labels.forEach((o,a)=>this.place(o,{type:"body",index:a},()=>t.point(a,s.set(...e.bodies[a].com),s))),this.pins.forEach((o,a)=>{n.drawings[a].places.length&&this.place(o,{type:"connection",index:a},()=>n.drawings[a].places[0])});let r=`grid ${at(this.world.ground.cell)} m`;this.cell.textContent!==r&&(this.cell.textContent=r),this.turnTriad()}place(e,t,n){let s=fs(this.store.get("selected"),t),r=this.store.get("names")&&t.index<WA&&!(t.type==="body"&&t.index===0),o=s||r||fs(this.store.get("hovered"),t)?this.world.stage.project(n()):null;e.classList.toggle("selected",s),e.hidden=!o||!(this.hasRoom(e,o,t.type==="body"?-1.6:.6)||s),o&&!e.hidden&&(e.style.transform=`translate(${o[0].toFixed(1)}px, ${o[1].toFixed(1)}px) translate(-50%, ${t.type==="body"?"-160%":"60%"})`)}hasRoom(e,[t,n],s){let r=this.sizes.get(e);r||(e.hidden=!1,r=[e.offsetWidth,e.offsetHeight],r[0]&&this.sizes.set(e,r));let o={left:t-r[0]/2,top:n+s*r[1],right:t+r[0]/2,bottom:n+(s+1)*r[1]};return this.taken.some(a=>o.left<a.right&&a.left<o.right&&o.top<a.bottom&&a.top<o.bottom)?!1:(this.taken.push(o),!0)}tellDistance(){let{measure:e,stage:t}=this.world,n=e.distance,s=n===null?null:t.project(e.ends[0].clone().add(e.ends[1]).multiplyScalar(.5));this.distance.hidden=!s,s&&(this.distance.textContent=`${at(n)} m`,this.distance.style.transform=`translate(${s[0].toFixed(1)}px, ${s[1].toFixed(1)}px) translate(-50%, -150%)`)}turnTriad(){let e=this.world.stage.camera.quaternion.clone().conjugate();this.lines.forEach(({line:t,text:n},s)=>{let r=new C().setComponent(s,1).applyQuaternion(e);t.setAttribute("x2",(20*r.x).toFixed(2)),t.setAttribute("y2",(-20*r.y).toFixed(2)),n.setAttribute("x",(27*r.x).toFixed(2)),n.setAttribute("y",(-27*r.y+3).toFixed(2))})}};var XA=new C(0,0,1),qA=.4,El=class{constructor(e,{color:t,heads:n=1,through:s=!1}){this.size=e;let r=new xi({color:t,roughness:.55,depthTest:!s,transparent:s});this.shaft=new Tt(on(.4*e,1,16).translate(0,0,.5),r);let o=()=>new Tt(new Er(1.1*e,3*e,24).rotateX(Math.PI/2),r);this.heads=Array.from({length:n},o),this.group.add(this.shaft,...this.heads),s&&this.group.traverse(a=>{a.renderOrder=4})}size;group=new Pt;largest=0;reach=0;shaft;heads;draw(e,t,n=0){let s=new C(t[n]/this.largest,t[n+1]/this.largest,t[n+2]/this.largest),r=s.length();if(this.group.visible=this.largest>0&&Number.isFinite(r)&&r>.001,!this.group.visible)return;let o=Math.max(r*this.reach,4*this.size);this.group.position.copy(e),this.group.quaternion.setFromUnitVectors(XA,s.normalize()),this.shaft.scale.z=o-2.5*this.size,this.heads.forEach((a,l)=>{a.position.z=o-(1.5+2.2*l)*this.size})}};function e_(i,e){let t=Math.max(...i.map(n=>n.largest),0);for(let n of i)n.reach=t>0?qA*e*(n.largest/t):0}var Eu=class{constructor(e,t,n){this.parts=e;this.extent=t;this.beside=n;let s=Math.max(t.size,.011*t.radius);this.shapes=e.map(r=>new El(s,r.kind==="force"?{color:Hh}:{color:b0,heads:2})),this.ends=e.map(({body:r,point:o,elastic:a})=>Wo({body:r,position:o,quaternion:[1,0,0,0],elastic:a})),this.objects=this.shapes.map(r=>r.group)}parts;extent;beside;objects;shapes;ends;place=new C;turn=new It;chosen=new Set;choose(e){this.chosen=new Set(e),this.parts.forEach((t,n)=>{this.chosen.has(t.name)||(this.objects[n].visible=!1)}),this.rescale()}measure(e,t){t>this.shapes[e].largest&&(this.shapes[e].largest=t,this.rescale())}rescale(){let e=t=>this.shapes.filter((n,s)=>this.parts[s].kind===t&&this.chosen.has(this.parts[s].name));e_([...e("force"),...this.beside],this.extent.radius),e_(e("moment"),this.extent.radius)}update(e){let{loads:t}=e.frame;this.parts.forEach((n,s)=>{this.chosen.has(n.name)&&(this.measure(s,Math.hypot(t[3*s],t[3*s+1],t[3*s+2])),e.end(this.ends[s],this.place,this.turn),this.shapes[s].draw(this.place,t,3*s))})}dispose(){Sn(this.objects)}};var YA=.004,Tl=[0,0,0],Cp=class{constructor(e,t,n){this.part=e;this.flash=n;this.dot=new Tt(new On(.9*t,20,14),new Js({color:M0,depthTest:!1,transparent:!0})),this.dot.renderOrder=5,this.dot.userData.pick={type:"connection",index:e.connection},this.shapes=[Hh,S0].map(s=>new El(t,{color:s,through:!0})),this.group.add(this.dot,...this.shapes.map(s=>s.group)),this.measure()}part;flash;group=new Pt;dot;shapes;seen=null;at3=new C;measure(){let e=this.part.curves();if(e.normal===this.seen?.normal)return!1;this.seen=e;let t=Math.max(dl(e.normal),dl(e.friction)),n=t!==this.shapes[0].largest;for(let s of this.shapes)s.largest=t;return n}at(e){let{times:t,places:n,normal:s,friction:r}=this.part.curves(),o=jh(t,n,e),[a]=fr(t,e);if(o.every(Number.isFinite)&&e>=t[0]&&e<=t[t.length-1])return{state:"closed",place:o,normal:jh(t,s,e),friction:jh(t,r,e)};let l=[a,a+1,a-1,a+2].find(c=>Number.isFinite(n[3*c])&&Math.abs(t[c]-e)<this.flash);return l===void 0?{state:"",place:Tl,normal:Tl,friction:Tl}:{state:"hit",place:[0,1,2].map(c=>n[3*l+c]),normal:Tl,friction:Tl}}update(e){let{state:t,place:n,normal:s,friction:r}=this.at(e);this.dot.visible=t!=="",this.dot.position.copy(this.at3.fromArray(n)),[s,r].forEach((o,a)=>this.shapes[a].draw(this.at3,o))}};function t_({name:i,connection:e,times:t,places:n,normal:s,friction:r}){let[o,a,l]=[n,s,r].map(Dn),c={times:Ho(t),places:o,normal:a,friction:l};return{name:i,connection:e,curves:()=>c}}var Tu=class{views;objects;pickable;shapes;onscale=()=>{};constructor(e,t,n){let s=Math.max(t.size,.011*t.radius);this.views=e.map(r=>new Cp(r,s,YA*n)),this.shapes=this.views.flatMap(r=>r.shapes),this.objects=this.views.map(r=>r.group),this.pickable=this.views.map(r=>r.dot)}update(e,t){this.views.filter(n=>n.measure()).length&&this.onscale();for(let n of this.views)n.update(t)}show(e){for(let t of this.objects)t.visible=e}dispose(){Sn(this.objects)}};var Pp=12,Al=6,Au=class{group=new Pt;mesh;largest=0;positions;values;colors;plain;isPlain=!1;constructor(e,t,n,s){this.positions=new Float32Array(3*e),this.colors=new Float32Array(3*e),this.values=new Float64Array(e),this.plain=new Qe(n);let r=new Mt;r.setAttribute("position",new Qt(this.positions,3)),r.setAttribute("color",new Qt(this.colors,3)),r.setIndex(Array.from(t)),this.mesh=new Tt(r,new xi({vertexColors:!0,roughness:.62,metalness:.05,side:Wn})),this.mesh.castShadow=this.mesh.receiveShadow=!0,this.mesh.frustumCulled=!1,this.mesh.userData.pick={type:"body",index:s},this.group.add(this.mesh)}update(e,t,n){let s=this.colorings.includes(n)?n:"plain";if(this.shape(e,t,s),s!=="plain")for(let r of this.values)r>this.largest&&(this.largest=r);this.mesh.geometry.attributes.position.needsUpdate=!0,this.mesh.geometry.computeVertexNormals()}paint(e,t){let n=this.colorings.includes(e)&&e!=="plain";if(!n&&this.isPlain)return;this.isPlain=!n;let s=new Qe;for(let r=0;r<this.values.length;r+=1)n?s.setRGB(...Tx(t>0?this.values[r]/t:0),"srgb"):s.copy(this.plain),s.toArray(this.colors,3*r);this.mesh.geometry.attributes.color.needsUpdate=!0}},Rp=class extends Au{constructor(t,n){let s=Fr(t.elastic.faces);super(t.elastic.nodes.shape[0],s,Ur(n),n);this.body=n;this.nodes=Dn(t.elastic.nodes),this.shapes=Dn(t.elastic.shapes),this.count=t.elastic.shapes.shape[2],this.stresses=t.elastic.stress?Dn(t.elastic.stress):null,this.colorings=this.stresses?["stress","displacement","strain"]:["displacement","strain"],this.edges=ZA(s),this.lengths=Float64Array.from({length:this.edges.length/2},(r,o)=>$A(this.nodes,this.edges[2*o],this.edges[2*o+1]))}body;colorings;stresses;nodes;shapes;edges;lengths;count;shape(t,n,s){let r=t.elastic(this.body),{count:o,shapes:a,nodes:l,positions:c,values:h}=this,u=t.exaggeration||1;for(let d=0;d<h.length;d+=1){let f=0;for(let p=0;p<3;p+=1){let _=0,m=(3*d+p)*o;for(let g=0;g<r.length;g+=1)_+=a[m+g]*r[g];c[3*d+p]=l[3*d+p]+_,f+=_*_}h[d]=s==="displacement"?Math.sqrt(f)/u:0}s==="strain"&&this.strain(u),s==="stress"&&this.values.forEach((d,f)=>{h[f]=this.vonMises(f,r,u)}),this.group.position.copy(t.positions[this.body]),this.group.quaternion.copy(t.quaternions[this.body])}vonMises(t,n,s){let[r,o,a,l,c,h]=Array.from({length:6},(u,d)=>{let f=(6*t+d)*this.count;return n.reduce((p,_,m)=>p+this.stresses[f+m]*_,0)/s});return Math.sqrt(.5*((r-o)**2+(o-a)**2+(a-r)**2)+3*(l*l+c*c+h*h))}strain(t){this.edges.forEach((n,s)=>{if(s%2)return;let[r,o,a]=[this.edges[s],this.edges[s+1],this.lengths[s/2]],l=0;for(let h=0;h<3;h+=1){let u=this.nodes[3*o+h]-this.nodes[3*r+h];l+=u*(this.positions[3*o+h]-this.positions[3*r+h]-u)}let c=a>0?Math.abs(l)/(a*a*t):0;this.values[r]=Math.max(this.values[r],c),this.values[o]=Math.max(this.values[o],c)})}};function $A(i,e,t){return Math.hypot(...[0,1,2].map(n=>i[3*t+n]-i[3*e+n]))}function ZA(i){let e=new Map;for(let t=0;t<i.length;t+=3)for(let[n,s]of[[0,1],[1,2],[2,0]]){let r=[i[t+n],i[t+s]].sort((o,a)=>o-a);e.set(r.join(),r)}return Int32Array.from([...e.values()].flat())}function KA(i){return i?Array.from({length:Pp},(e,t)=>[Math.cos(2*Math.PI*t/Pp),Math.sin(2*Math.PI*t/Pp)]):[[1,1],[-1,1],[-1,-1],[1,-1]]}var Ip=class extends Au{constructor(t,n,s){let r=KA(t.is_round||!t.outline),o=(t.ends.length-1)*Al+1;super(o*r.length,jA(o,r.length),Ur(t.ends[1].body||t.ends[0].body),t.ends[1].body);this.part=t;this.source=n;this.corners=r,this.half=t.outline?[Math.max(t.outline[0]/2,s),Math.max(t.outline[1]/2,s)]:[s,s],this.ends=t.ends.map(Wo),this.places=t.ends.map(()=>new C),this.turns=t.ends.map(()=>new It),this.element=t.elements.flatMap((a,l)=>Array(a).fill(l)),this.colorings=t.channels.length?["stress"]:[]}part;source;colorings;ends;places;turns;corners;half;element;shape(t,n,s){this.ends.forEach((h,u)=>t.end(h,this.places[u],this.turns[u]));let r=s==="stress"?this.part.channels.map(h=>this.stress(h,n)):null,[o,a,l]=[new C,new It,new C],c=this.ends.length-1;for(let h=0;h<=c*Al;h+=1){let u=Math.min(Math.floor(h/Al),c-1),d=h/Al-u;this.along(u,d,o),a.copy(this.turns[u]).slerp(this.turns[u+1],d),this.corners.forEach(([f,p],_)=>{l.set(0,f*this.half[0],p*this.half[1]).applyQuaternion(a).add(o),l.toArray(this.positions,3*(h*this.corners.length+_)),this.values[h*this.corners.length+_]=r?this.smooth(r,h/Al):0})}}along(t,n,s){let[r,o]=[this.places[t],this.places[t+1]],a=r.distanceTo(o),[l,c]=[n*n,n*n*n],h=u=>new C(a,0,0).applyQuaternion(u);s.copy(r).multiplyScalar(2*c-3*l+1).addScaledVector(o,3*l-2*c).addScaledVector(h(this.turns[t]),c-2*l+n).addScaledVector(h(this.turns[t+1]),c-l)}stress(t,n){let{t:s,y:r}=this.source.channel(t);return Math.abs(pr(s,r,n))}smooth(t,n){let s=this.part.elements.map((r,o)=>(this.element.indexOf(o)+this.element.lastIndexOf(o)+1)/2);return pr(s,t,n)}};function jA(i,e){let t=[];for(let n=0;n+1<i;n+=1)for(let s=0;s<e;s+=1){let[r,o]=[n*e+s,n*e+(s+1)%e];t.push(r,o,o+e,r,o+e,r+e)}for(let n=1;n+1<e;n+=1){t.push(0,n+1,n);let s=(i-1)*e;t.push(s,s+n,s+n+1)}return t}var Cu=class{objects;pickable;colorings;coloring="plain";surfaces;constructor(e,t,n,s){this.surfaces=[...e.flatMap((r,o)=>r.elastic?[new Rp(r,o)]:[]),...t.map(r=>new Ip(r,n,s))],this.objects=this.surfaces.map(r=>r.group),this.pickable=this.surfaces.map(r=>r.mesh),this.colorings=[...new Set(["plain",...this.surfaces.flatMap(r=>r.colorings)])]}get largest(){return Math.max(0,...this.surfaces.map(e=>e.largest))}choose(e,t,n){this.coloring=e;for(let a of this.surfaces)a.largest=0;if(e==="plain")return;let[s,[r,o]]=[t.frame,n.range()];for(let a=0;a<=n_;a+=1){let l=r+a*(o-r)/n_;t.set(n.frame(l));for(let c of this.surfaces)c.update(t,l,e)}t.set(s)}update(e,t){for(let n of this.surfaces)n.update(e,t,this.coloring);for(let n of this.surfaces)n.paint(this.coloring,this.largest)}corner(e){let{mesh:t}=this.surfaces[0];return t.updateWorldMatrix(!0,!1),new C().fromBufferAttribute(t.geometry.attributes.position,e).applyMatrix4(t.matrixWorld).toArray()}dispose(){Sn(this.objects)}},n_=60;var JA=1e15,Pu=class{box;centre;radius;size;up;isGrounded;constructor(e){this.up=new C(...e.up),this.isGrounded=e.floor,this.box=new _n(new C(...e.extents.min),new C(...e.extents.max)),this.centre=this.box.getCenter(new C);let n=e.bodies.slice(1).map(r=>r.size).filter(r=>r>0).sort((r,o)=>r-o)[Math.floor((e.bodies.length-1)/2)]||0;if(this.radius=Math.max(this.box.getSize(new C).length()/2,n/2,1e-9),!(this.radius<JA))throw new Error("the model is too large");let s=n||this.radius;this.size=Math.min(Math.max(.03*s,.008*this.radius),.03*this.radius,.07*s)}};var Ru=60,Lp=5;function QA(i){let e=10**Math.floor(Math.log10(i));return[1,2,5,10].map(t=>t*e).find(t=>t>=i)??e}function i_(i,e){let t=[],n=i*e/2;for(let r=0;r<=i;r+=1)for(let o=0;o<i;o+=1){let[a,l,c]=[r,o,o+1].map(h=>h*e-n);t.push(a,0,l,a,0,c,l,0,a,c,0,a)}let s=new Mt().setAttribute("position",new Qt(new Float32Array(t),3));return new Ai(s,new oi)}var Iu=class{objects;floor;cell;fine;shade;grids;constructor({up:e,box:t,radius:n,size:s,centre:r}){let o=h=>h.dot(e),a=Math.min(...[t.min,t.max].map(o));this.floor=a>=-.002*n&&a<=2*n?0:a-5.2*s,this.fine=QA(n/5),this.cell=this.fine;let l=r.clone().addScaledVector(e,-o(r)).divideScalar(this.cell).round().multiplyScalar(this.cell),c=new Pt;c.position.copy(l).addScaledVector(e,this.floor),c.quaternion.copy(new It().setFromUnitVectors(new C(0,1,0),e)),this.shade=new Tt(new Pi(Ru*this.cell,Ru*this.cell).rotateX(-Math.PI/2),new Ga),this.shade.receiveShadow=!0,this.shade.position.y=-.002*n,this.grids=[i_(Ru,this.cell),i_(Ru/Lp,Lp*this.cell)],this.grids[0].position.y=-8e-4*n,c.add(this.shade,...this.grids),this.objects=[c]}simplify(e){this.grids[0].visible=!e,this.cell=e?Lp*this.fine:this.fine}theme(e){this.shade.material.opacity=qn[e].shadow,this.grids.forEach((t,n)=>t.material.color.set(n?qn[e].major:qn[e].minor))}show(e){this.objects[0].visible=e}dispose(){Sn(this.objects)}};var s_={type:"change"},Np={type:"start"},o_={type:"end"},Lu=new js,r_=new Qn,eC=Math.cos(70*ol.DEG2RAD),En=new C,ci=2*Math.PI,Ct={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Dp=1e-6,Du=class extends Ja{constructor(e,t=null){super(e,t),this.state=Ct.NONE,this.target=new C,this.cursor=new C,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:or.ROTATE,MIDDLE:or.DOLLY,RIGHT:or.PAN},this.touches={ONE:ar.ROTATE,TWO:ar.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new C,this._lastQuaternion=new It,this._lastTargetPosition=new C,this._quat=new It().setFromUnitVectors(e.up,new C(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Uo,this._sphericalDelta=new Uo,this._scale=1,this._panOffset=new C,this._rotateStart=new Re,this._rotateEnd=new Re,this._rotateDelta=new Re,this._panStart=new Re,this._panEnd=new Re,this._panDelta=new Re,this._dollyStart=new Re,this._dollyEnd=new Re,this._dollyDelta=new Re,this._dollyDirection=new C,this._mouse=new Re,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=nC.bind(this),this._onPointerDown=tC.bind(this),this._onPointerUp=iC.bind(this),this._onContextMenu=hC.bind(this),this._onMouseWheel=oC.bind(this),this._onKeyDown=aC.bind(this),this._onTouchStart=lC.bind(this),this._onTouchMove=cC.bind(this),this._onMouseDown=sC.bind(this),this._onMouseMove=rC.bind(this),this._interceptControlDown=uC.bind(this),this._interceptControlUp=dC.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Ct.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(s_),this.update(),this.state=Ct.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;En.copy(t).sub(this.target),En.applyQuaternion(this._quat),this._spherical.setFromVector3(En),this.autoRotate&&this.state===Ct.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=ci:n>Math.PI&&(n-=ci),s<-Math.PI?s+=ci:s>Math.PI&&(s-=ci),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(En.setFromSpherical(this._spherical),En.applyQuaternion(this._quatInverse),t.copy(this.target).add(En),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=En.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new C(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new C(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=En.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Lu.origin.copy(this.object.position),Lu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Lu.direction))<eC?this.object.lookAt(this.target):(r_.setFromNormalAndCoplanarPoint(this.object.up,this.target),Lu.intersectPlane(r_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Dp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Dp||this._lastTargetPosition.distanceToSquared(this.target)>Dp?(this.dispatchEvent(s_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?ci/60*this.autoRotateSpeed*e:ci/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){En.setFromMatrixColumn(t,0),En.multiplyScalar(-e),this._panOffset.add(En)}_panUp(e,t){this.screenSpacePanning===!0?En.setFromMatrixColumn(t,1):(En.setFromMatrixColumn(t,0),En.crossVectors(this.object.up,En)),En.multiplyScalar(e),this._panOffset.add(En)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;En.copy(s).sub(this.target);let r=En.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ci*this._rotateDelta.x/t.clientHeight),this._rotateUp(ci*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(ci*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-ci*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(ci*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-ci*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(n,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),s=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ci*this._rotateDelta.x/t.clientHeight),this._rotateUp(ci*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new Re,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function tC(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function nC(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function iC(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(o_),this.state=Ct.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function sC(i){let e;switch(i.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case or.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ct.DOLLY;break;case or.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ct.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ct.ROTATE}break;case or.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ct.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ct.PAN}break;default:this.state=Ct.NONE}this.state!==Ct.NONE&&this.dispatchEvent(Np)}function rC(i){switch(this.state){case Ct.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ct.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ct.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function oC(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ct.NONE||(i.preventDefault(),this.dispatchEvent(Np),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(o_))}function aC(i){this.enabled!==!1&&this._handleKeyDown(i)}function lC(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case ar.ROTATE:if(this.enableRotate===!1){this.state=Ct.NONE;break}this._handleTouchStartRotate(i),this.state=Ct.TOUCH_ROTATE;break;case ar.PAN:if(this.enablePan===!1){this.state=Ct.NONE;break}this._handleTouchStartPan(i),this.state=Ct.TOUCH_PAN;break;default:this.state=Ct.NONE}break;case 2:switch(this.touches.TWO){case ar.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ct.TOUCH_DOLLY_PAN;break;case ar.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ct.TOUCH_DOLLY_ROTATE;break;default:this.state=Ct.NONE}break;default:this.state=Ct.NONE}this.state!==Ct.NONE&&this.dispatchEvent(Np)}function cC(i){switch(this._trackPointer(i),this.state){case Ct.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ct.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ct.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ct.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ct.NONE}}function hC(i){this.enabled!==!1&&i.preventDefault()}function uC(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function dC(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var fC=60,pC=.2,a_=8,mC=25,gC=8,yC=3,Nu=class{constructor(e,t){this.container=e;this.extent=t;this.camera=new ei(32,1,t.radius/200,t.radius*200),this.camera.up.copy(t.up),this.renderer.setPixelRatio(this.best),this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=Pr,e.append(this.canvas),this.controls=new Du(this.camera,this.canvas),this.controls.zoomToCursor=!0,this.controls.addEventListener("change",()=>this.ask()),this.addLights(),this.resizing=new ResizeObserver(()=>this.resize()),this.resizing.observe(e)}container;extent;scene=new Ia;camera;renderer=new kh({antialias:!0,preserveDrawingBuffer:!1});controls;sun=new $a("#ffffff",1.8);layers=[];onrender=()=>{};onspare=()=>{};drawn=0;asked=!1;saved=0;best=Math.min(window.devicePixelRatio,2);sky=new Xa("#ffffff","#9aa3ad",2.1);raycaster=new Cr;lately=[];quick=0;calm=gC;eased=!1;resizing;get canvas(){return this.renderer.domElement}addLights(){let{radius:e,up:t,centre:n}=this.extent,s=Math.abs(t.x)>.5?new C(0,1,0):new C(1,0,0),r=new C().crossVectors(t,s);this.sky.position.copy(t),this.sun.position.copy(n).addScaledVector(t,3*e).addScaledVector(s,1.1*e).addScaledVector(r,-1.6*e),this.sun.target.position.copy(n),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(2048,2048),Object.assign(this.sun.shadow.camera,{left:-1.8*e,right:1.8*e,top:1.8*e,bottom:-1.8*e,near:.1*e,far:9*e}),this.sun.shadow.bias=-8e-4,this.sun.shadow.normalBias=.004*e,this.sun.shadow.radius=3,this.scene.add(this.sky,this.sun,this.sun.target)}add(e){this.layers.push(e);for(let t of e.objects)this.scene.add(t);return e}update(e,t){for(let n of this.layers)n.update?.(e,t);this.ask()}theme(e){let t=qn[e],n=e==="dark";this.scene.background=new Qe(t.sky),this.scene.fog=new Ra(t.sky,1,2),this.sky.groundColor.set(n?"#39424c":"#9aa3ad"),this.sky.intensity=n?1.5:2.1,this.sun.intensity=n?2.1:1.8;for(let s of this.layers)s.theme?.(e);this.ask()}fit(e,t=this.extent.box){let{radius:n}=this.extent,s=t.getCenter(new C);this.controls.target.copy(s),this.camera.position.copy(s).addScaledVector(e.normalize(),n),this.camera.lookAt(s),this.camera.position.copy(s).addScaledVector(e,this.distanceToFit(t,s)),this.controls.update(),this.ask()}get front(){let{box:e,radius:t,up:n,isGrounded:s}=this.extent,r=e.getSize(new C),o=["x","y","z"].reduce((c,h)=>r[h]<r[c]-1e-9*t?h:c,"y"),a={x:new C(1,0,0),y:new C(0,-1,0),z:new C(0,0,1)}[o];if(Math.abs(a.dot(n))<.5)return a.clone().addScaledVector(new C().crossVectors(n,a),.28).addScaledVector(n,.26);let l=Math.abs(n.y)<.5?new C(0,-1,0):new C(0,0,1);return r[o]>pC*Math.max(r.x,r.y,r.z)?l.addScaledVector(n,.55).addScaledVector(new C().crossVectors(n,l),-.6):s?l.addScaledVector(n,.8).addScaledVector(new C().crossVectors(n,l),-.4):n.clone().addScaledVector(l,.3)}distanceToFit(e,t){let{size:n}=this.extent,s=this.camera.quaternion.clone().conjugate(),r=Math.tan(this.camera.fov*Math.PI/360)*.84,o=r*this.camera.aspect,a=Math.max(.25*e.getSize(new C).length(),.05*this.extent.radius);for(let l=0;l<8;l+=1){let c=(u,d)=>l>>d&1?e.max[u]:e.min[u],h=new C(c("x",0),c("y",1),c("z",2)).sub(t).applyQuaternion(s);a=Math.max(a,Math.abs(h.x)/o+h.z,Math.abs(h.y)/r+h.z)}return a+3*n}shift(e){this.camera.position.add(e),this.controls.target.add(e),this.controls.update()}get view(){return[...this.camera.position.toArray(),...this.controls.target.toArray()]}set view([e,t,n,s,r,o]){this.camera.position.set(e,t,n),this.controls.target.set(s,r,o),this.controls.update(),this.ask()}nudge(e,t,n){let{up:s}=this.extent,r=this.camera.position.clone().sub(this.controls.target);r.applyAxisAngle(s,e);let o=new C().crossVectors(s,r).normalize(),a=r.angleTo(s),l=Math.min(Math.max(a-t,.05),Math.PI-.05);r.applyAxisAngle(o,l-a).multiplyScalar(n),this.camera.position.copy(this.controls.target).add(r),this.controls.update(),this.ask()}resize(){let{clientWidth:e,clientHeight:t}=this.container;!e||!t||(this.renderer.setSize(e,t,!1),this.camera.aspect=e/t,this.camera.updateProjectionMatrix(),this.ask())}meet(e,t){let{clientWidth:n,clientHeight:s}=this.canvas;this.raycaster.setFromCamera(new Re(2*e/n-1,1-2*t/s),this.camera);let r=this.layers.flatMap(l=>l.pickable??[]),o=this.raycaster.intersectObjects(r.filter(l=>l.visible&&l.parent?.visible),!1),a=o.find(({object:l})=>!l.material.depthTest)??o[0];return a?{thing:a.object.userData.pick,point:a.point}:null}project(e){let t=e.clone().project(this.camera);return t.z>1?null:[(t.x+1)*this.canvas.clientWidth/2,(1-t.y)*this.canvas.clientHeight/2]}took(e){if(this.lately.push(e),this.lately.length<a_)return;let t=this.lately.reduce((n,s)=>n+s,0)/a_;this.lately=[],this.quick=t<mC?this.quick+1:0,t>=fC?(this.eased&&(this.calm*=2),this.eased=!1,this.spare(this.saved+1)):this.saved&&this.quick>=this.calm&&(this.eased=!0,this.quick=0,this.spare(this.saved-1))}spare(e){this.saved=Math.min(e,yC),this.sun.castShadow=this.saved<1,this.onspare(this.saved>0),this.renderer.setPixelRatio([this.best,this.best,Math.min(1,this.best),.6][this.saved]),this.resize()}async atItsBest(e){let{saved:t}=this;this.spare(0);try{await e()}finally{this.spare(t)}}ask(){this.asked||(this.asked=!0,requestAnimationFrame(()=>{this.asked=!1,this.draw(),this.onrender()}))}draw(){let e=this.camera.position.distanceTo(this.controls.target),t=this.scene.fog;t.near=e+1.6*this.extent.radius,t.far=e+7*this.extent.radius,this.renderer.render(this.scene,this.camera),this.drawn+=1}picture(){return this.draw(),this.canvas.toDataURL("image/png")}dispose(){this.resizing.disconnect();for(let e of this.layers)e.dispose();this.controls.dispose(),this.renderer.dispose(),this.canvas.remove()}};var Uu=14,xC=8,[Cl,es]=[48,10];function _C(i,e){return e==="positive"?i<0?i+2*Math.PI:i:e==="negative"&&i>0?i-2*Math.PI:i}function vC({radius:i,way:e,lifts:t},n,s){let[r,o]=[Math.hypot(n.x,n.y),Math.hypot(s.x,s.y)],[a,l]=[r,o].map(_=>Math.acos(Math.min(i/_,1))),c=_C(Math.atan2(n.x*s.y-n.y*s.x,n.x*s.x+n.y*s.y),e),[h,u]=[c<0?-1:1,Math.abs(c)-a-l];if(u<0&&t)return[];let[d,f]=[r,o].map(_=>Math.sqrt(Math.max(_*_-i*i,0))),p=d+i*u+f;return Array.from({length:Uu},(_,m)=>{let g=u*m/(Uu-1),y=Math.atan2(n.y,n.x)+h*(a+g);return new C(i*Math.cos(y),i*Math.sin(y),n.z+(s.z-n.z)*(d+i*g)/p)})}function bC({radius:i,lifts:e},t,n){let[s,r]=[t,n].map(c=>Math.acos(Math.min(i/c.length(),1))),o=t.angleTo(n)-s-r,a=t.clone().normalize(),l=n.clone().addScaledVector(a,-n.dot(a));return o<0&&e||l.lengthSq()===0?[]:(l.normalize(),Array.from({length:Uu},(c,h)=>{let u=s+o*h/(Uu-1);return new C().addScaledVector(a,i*Math.cos(u)).addScaledVector(l,i*Math.sin(u))}))}function Up(i,e,t){let n=e.map((o,a)=>i[a-1]?[]:[o]),s=(o,a)=>{for(let l=o+a;l>=0&&l<n.length;l+=a)if(n[l].length)return n[l][a>0?0:n[l].length-1];return e[o]},r=i.flatMap((o,a)=>o?[{obstacle:o,k:a+1}]:[]);for(let o=0;o<(r.length>1?xC:1);o+=1)for(let{obstacle:a,k:l}of r){let c=t[l].clone().conjugate(),[h,u]=[s(l,-1),s(l,1)].map(f=>f.clone().sub(e[l]).applyQuaternion(c)),d=a.kind==="cylinder"?vC(a,h,u):bC(a,h,u);n[l]=d.map(f=>f.applyQuaternion(t[l]).add(e[l]))}return n.flat()}var Fu=class{constructor(e){this.radius=e;this.geometry.setAttribute("position",new Qt(this.positions,3));let t=[];for(let n=0;n<Cl;n+=1)for(let s=0;s<es;s+=1){let[r,o]=[n*es+s,n*es+(s+1)%es];t.push(r,o,o+es,r,o+es,r+es)}this.geometry.setIndex(t)}radius;geometry=new Mt;positions=new Float32Array(3*(Cl+1)*es);follow(e){let t=e.slice(1).map((h,u)=>h.distanceTo(e[u])),n=t.reduce((h,u)=>h+u,0)||1,[s,r,o,a]=[new C,new C,new C(.31,.59,.74),new C],[l,c]=[0,0];for(let h=0;h<=Cl;h+=1){let u=n*h/Cl;for(;l<t.length-1&&u>c+t[l];)c+=t[l],l+=1;s.copy(e[l]).lerp(e[l+1],Math.min((u-c)/(t[l]||1),1)),r.subVectors(e[l+1],e[l]).normalize(),o.addScaledVector(r,-o.dot(r)).normalize(),a.crossVectors(r,o);let d=this.radius(h/Cl);for(let f=0;f<es;f+=1){let p=2*Math.PI*f/es,_=3*(h*es+f);for(let m=0;m<3;m+=1)this.positions[_+m]=s.getComponent(m)+d*(Math.cos(p)*o.getComponent(m)+Math.sin(p)*a.getComponent(m))}}this.geometry.attributes.position.needsUpdate=!0,this.geometry.computeVertexNormals()}};var l_=new C(0,0,1),c_=9;function SC(i,e,t){let n=[new C(0,0,0),new C(0,0,.1*t)],s=c_*16;for(let r=0;r<=s;r+=1){let o=r/s,a=2*Math.PI*c_*o,l=i*Math.min(1,12*o,12*(1-o));n.push(new C(l*Math.cos(a),l*Math.sin(a),t*(.12+.76*o)))}return n.push(new C(0,0,.9*t),new C(0,0,t)),new Do(new Tr(n),s*2,e,7)}function MC(i,e){let t=[];for(let n=0;n<=90;n+=1){let s=n/90*6*Math.PI,r=i*(.3+.7*(n/90));t.push(new C(r*Math.cos(s),r*Math.sin(s),0))}return new Do(new Tr(t),180,e,6)}var Op=class{constructor(e,t,n,s,r){this.part=e;this.index=t;this.size=n;this.materials=r;this.axes=e.axes.map(c=>new C(...c)),this.ends=e.ends.map(Wo),this.places=this.ends.map(()=>new C),this.turns=this.ends.map(()=>new It),this.over=e.over??e.ends.slice(2).map(()=>null),this.isOpen=e.gap>s;let{shortest:o,longest:a,stroke:l}=e.travel;this.nominal=Math.max(Math.min(e.free??a,a),.3*a,6*n),[this.shortest,this.stroke]=[o,l]}part;index;size;materials;first=new Pt;second=new Pt;between=new Pt;touch=new Pt;extra=new Pt;world=new Pt;obstacles=[];axes;ends;places;turns;meshes=[];length=0;isOpen;nominal;shortest;stroke;over;tube=null;stretch=()=>{};get groups(){return[this.first,this.second,this.between,this.touch,this.extra,this.world,...this.obstacles.map(([,e])=>e)]}add(e,t,n=this.materials.metal){let s=new Tt(t,n);return s.castShadow=!0,s.userData.pick={type:"connection",index:this.index},this.meshes.push(s),e.add(s),s}along(e,t,n,s){let r=this.add(e,t,s);return r.quaternion.setFromUnitVectors(l_,n),r}update(e){this.ends.forEach((s,r)=>e.end(s,this.places[r],this.turns[r]));let t=this.tube?this.ends.length-1:1;for(let[s,r]of[[this.first,0],[this.second,t]])r>=this.ends.length||(s.position.copy(this.places[r]),s.quaternion.copy(this.turns[r]));if(this.places.length<2)return;this.tube?.follow(Up(this.over,this.places,this.turns));for(let[s,r]of this.obstacles)r.position.copy(this.places[s]),r.quaternion.copy(this.turns[s]);this.touch.position.copy(this.places[1]),this.touch.quaternion.copy(this.first.quaternion);let n=new C().subVectors(this.places[1],this.places[0]);this.length=n.length(),this.between.visible=this.length>1e-9,this.between.position.copy(this.places[0]),this.length>1e-9&&this.between.quaternion.setFromUnitVectors(l_,n.divideScalar(this.length)),this.stretch(this.length)}onStretch(e){let t=this.stretch;this.stretch=n=>{t(n),e(n)}}link(e,t,n=0){let s=this.add(this.between,on(e,1,10).translate(0,0,.5),t);this.onStretch(r=>{s.scale.z=r,s.visible=r>n})}route(e,t){this.tube=new Fu(e);let n=this.add(this.world,this.tube.geometry,t),s=new Tt(this.tube.geometry,this.materials.through);for(let r of[n,s])r.frustumCulled=!1;s.renderOrder=1,n.add(s),this.over.forEach((r,o)=>{if(!r)return;let{kind:a,radius:l}=r,c=this.add(new Pt,a==="cylinder"?on(.99*l,Math.max(.35*l,3*this.size),40):new On(.99*l,32,24),this.materials.base);this.obstacles.push([o+1,c.parent])})}get way(){let e=Up(this.over,this.places,this.turns);return e.slice(1).reduce((t,n,s)=>t+n.distanceTo(e[s]),0)}eyes(){for(let e of[this.first,this.second])this.add(e,new On(.8*this.size,18,14),this.materials.spring)}reach(){let e=new _n;for(let t of[this.first,this.second,this.between,this.touch])t.visible&&e.expandByObject(t);return e.isEmpty()?0:e.getSize(new C).length()}coil(e){let t=Math.max(this.nominal,3*e),n=this.add(this.between,SC(e,.13*e,t),this.materials.spring);this.onStretch(s=>{n.scale.z=s/t})}piston(e){let t=Math.max(Math.min(this.nominal,1.4*this.shortest),4*e),n=.5*t;this.add(this.between,on(.25*e,.15*t,12).translate(0,0,.075*t)),this.add(this.between,on(e,n,24).translate(0,0,.15*t+n/2));let s=this.add(this.between,on(.35*e,1,12).translate(0,0,-.5));this.onStretch(r=>{s.position.z=r,s.scale.z=Math.max(r-.3*t,.05*t)})}};function wC(i,e){let{size:t}=i,n=new Pt,s=i.add(n,new tr(1*t,2.8*t,4*t,4).rotateY(Math.PI/4),i.materials.base);s.position.y=-2.2*t;let r=i.add(n,new Hi(7*t,.6*t,7*t),i.materials.base);return r.position.y=-4.4*t,n.quaternion.setFromUnitVectors(new C(0,1,0),e),n}function Fp(i,e){let[t,n]=i.stroke,s=n-t+12*i.size;i.along(i.first,on(.55*i.size,s,16).translate(0,0,(t+n)/2),i.axes[0]),i.along(i.second,on(1.7*i.size,4*i.size,e).rotateZ(Math.PI/4),i.axes[0],i.materials.base)}var h_={pin(i){i.along(i.first,on(.95*i.size,5*i.size,28),i.axes[0]);for(let e of[-1,1])i.along(i.first,on(1.5*i.size,.5*i.size,28).translate(0,0,e*2*i.size),i.axes[0])},slider(i){Fp(i,4)},cylindrical(i){Fp(i,28)},screw(i){Fp(i,6)},plane(i){let e=i.along(i.first,new Pi(16*i.size,16*i.size),i.axes[0],i.materials.sheet);e.castShadow=!1,i.along(i.second,on(1.4*i.size,.6*i.size),i.axes[0])},ball(i){i.add(i.first,new On(1.5*i.size,28,20)),i.add(i.second,new Lo(1.55*i.size,.3*i.size,10,32),i.materials.base)},universal(i){[i.first,i.second].forEach((e,t)=>{i.along(e,on(.6*i.size,5*i.size,16),i.axes[t]);for(let n of[-1,1])i.along(e,on(1*i.size,.7*i.size,20).translate(0,0,n*2.2*i.size),i.axes[t])})},fixed(i){i.add(i.first,new Hi(2.2*i.size,2.2*i.size,2.2*i.size))},joint(i){i.add(i.second,new Ar(1.8*i.size))},free(){},none(){},spring(i){i.coil(2.2*i.size),i.eyes()},damper(i){i.piston(1.5*i.size),i.eyes()},"spring-damper"(i){i.coil(2.5*i.size),i.piston(1.1*i.size),i.eyes()},actuator(i){i.piston(1.7*i.size),i.eyes()},torsion(i){i.add(i.first,MC(3.2*i.size,.28*i.size),i.materials.spring)},rotor(i){let e=5*i.size;i.add(i.first,new Lo(e,.7*i.size,14,48)),i.add(i.first,on(e,.3*i.size,48),i.materials.base),i.add(i.first,on(.7*i.size,4*i.size,16))},load(){},contact(i){let[e]=i.axes;if(!e){i.add(i.touch,new On(1.1*i.size,20,14),i.materials.spring);return}i.along(i.touch,on(2.6*i.size,.35*i.size,32),e,i.materials.spring),i.along(i.touch,on(1.3*i.size,.7*i.size,24).translate(0,0,.35*i.size),e,i.materials.spring)},guide(i){let e=i.along(i.touch,new Pi(14*i.size,14*i.size),i.axes[0],i.materials.sheet);e.castShadow=!1,i.along(i.touch,on(1.5*i.size,.5*i.size,28),i.axes[0],i.materials.constraint)},mark(i){i.add(i.second,new Ar(1.5*i.size),i.materials.constraint)},constraint(i){for(let e of[i.first,i.second])i.add(e,new Ar(1.3*i.size),i.materials.constraint);i.link(.28*i.size,i.materials.constraint)},line(i){i.route(()=>.4*i.size,i.materials.spring),i.eyes()},muscle(i){let e=Math.max(1.5*i.size,.035*i.nominal);i.route(t=>.3*i.size+e*Math.sin(Math.PI*Math.min(Math.max((t-.15)/.7,0),1))**1.5,i.materials.muscle),i.eyes()}},EC=new Set(["pin","ball","universal","fixed"]),TC=new Set(["pin","ball","universal"]);function u_(){let i=(e={})=>new xi({roughness:.55,metalness:0,...e});return{metal:i(),base:i({roughness:.8}),spring:i(),constraint:i(),muscle:i(),open:i({roughness:.9}),sheet:i({transparent:!0,opacity:.18,side:Wn,depthWrite:!1}),through:i({transparent:!0,opacity:.45,depthWrite:!1,depthFunc:Eo})}}function d_(i,e,{size:t,gap:n,up:s,materials:r}){let o=new Op(i,e,t,n,r);(h_[i.drawn]??h_.line)(o),o.isOpen&&EC.has(i.drawn)&&o.link(.3*t,r.open,n);let a=i.ends.findIndex(l=>l.body===0);if(TC.has(i.drawn)&&a>=0){let l=wC(o,s);l.position.copy(o.ends[a].position),o.extra.add(l)}return o}var AC=.002,Ou=class{objects;pickable;drawings;materials=u_();constructor(e,{size:t,up:n,radius:s}){this.drawings=e.map((r,o)=>d_(r,o,{size:t,up:n,gap:AC*s,materials:this.materials})),this.objects=this.drawings.flatMap(r=>r.groups),this.pickable=this.drawings.flatMap(r=>r.meshes)}update(e){for(let t of this.drawings)t.update(e)}theme(e){for(let t of["metal","base","spring","constraint","muscle","open"])this.materials[t].color.set(qn[e][t]);this.materials.sheet.color.set(qn[e].metal),this.materials.through.color.set(qn[e].muscle)}mark(e,t){this.drawings.forEach((n,s)=>{let r=Ff({type:"connection",index:s},e,t);for(let o of n.meshes)CC(o,r)})}dispose(){Sn(this.objects)}};function CC(i,e){let t=i.userData.plain??=i.material;if(i.material!==t&&i.material.dispose(),i.material=t,i.renderOrder=0,e===0)return;let n=t.clone();n.emissive.set("#3d8fe0"),n.emissiveIntensity=e,n.depthTest=e<Uf,i.renderOrder=n.depthTest?0:2,i.material=n}var f_=new _n,ku=new C,ra=class extends Za{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let e=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],t=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new ft(e,3)),this.setAttribute("uv",new ft(t,2))}applyMatrix4(e){let t=this.attributes.instanceStart,n=this.attributes.instanceEnd;return t!==void 0&&(t.applyMatrix4(e),n.applyMatrix4(e),t.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let n=new rr(t,6,1);return this.setAttribute("instanceStart",new Gi(n,3,0)),this.setAttribute("instanceEnd",new Gi(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let n=new rr(t,6,1);return this.setAttribute("instanceColorStart",new Gi(n,3,0)),this.setAttribute("instanceColorEnd",new Gi(n,3,3)),this}fromWireframeGeometry(e){return this.setPositions(e.attributes.position.array),this}fromEdgesGeometry(e){return this.setPositions(e.attributes.position.array),this}fromMesh(e){return this.fromWireframeGeometry(new Va(e.geometry)),this}fromLineSegments(e){let t=e.geometry;return this.setPositions(t.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new _n);let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;e!==void 0&&t!==void 0&&(this.boundingBox.setFromBufferAttribute(e),f_.setFromBufferAttribute(t),this.boundingBox.union(f_))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Vi),this.boundingBox===null&&this.computeBoundingBox();let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;if(e!==void 0&&t!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)ku.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(ku)),ku.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(ku));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Ie.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new Re},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};ii.line={uniforms:al.merge([Ie.common,Ie.fog,Ie.line]),vertexShader:`
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
		`};var yr=class extends Ri{constructor(e){super({type:"LineMaterial",uniforms:al.clone(ii.line.uniforms),vertexShader:ii.line.vertexShader,fragmentShader:ii.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(e)}get color(){return this.uniforms.diffuse.value}set color(e){this.uniforms.diffuse.value=e}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(e){e===!0!==this.worldUnits&&(this.needsUpdate=!0),e===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(e){this.uniforms.linewidth&&(this.uniforms.linewidth.value=e)}get dashed(){return"USE_DASH"in this.defines}set dashed(e){e===!0!==this.dashed&&(this.needsUpdate=!0),e===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(e){this.uniforms.dashScale.value=e}get dashSize(){return this.uniforms.dashSize.value}set dashSize(e){this.uniforms.dashSize.value=e}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(e){this.uniforms.dashOffset.value=e}get gapSize(){return this.uniforms.gapSize.value}set gapSize(e){this.uniforms.gapSize.value=e}get opacity(){return this.uniforms.opacity.value}set opacity(e){this.uniforms&&(this.uniforms.opacity.value=e)}get resolution(){return this.uniforms.resolution.value}set resolution(e){this.uniforms.resolution.value.copy(e)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(e){this.defines&&(e===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),e===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var kp=new Lt,p_=new C,m_=new C,kn=new Lt,Bn=new Lt,gs=new Lt,Bp=new C,zp=new St,zn=new Ka,g_=new C,Bu=new _n,zu=new Vi,ys=new Lt,xs,Yr;function y_(i,e,t){return ys.set(0,0,-e,1).applyMatrix4(i.projectionMatrix),ys.multiplyScalar(1/ys.w),ys.x=Yr/t.width,ys.y=Yr/t.height,ys.applyMatrix4(i.projectionMatrixInverse),ys.multiplyScalar(1/ys.w),Math.abs(Math.max(ys.x,ys.y))}function PC(i,e){let t=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){zn.start.fromBufferAttribute(s,a),zn.end.fromBufferAttribute(r,a),zn.applyMatrix4(t);let c=new C,h=new C;xs.distanceSqToSegment(zn.start,zn.end,h,c),h.distanceTo(c)<Yr*.5&&e.push({point:h,pointOnLine:c,distance:xs.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function RC(i,e,t){let n=e.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-e.near;xs.at(1,gs),gs.w=1,gs.applyMatrix4(e.matrixWorldInverse),gs.applyMatrix4(n),gs.multiplyScalar(1/gs.w),gs.x*=r.x/2,gs.y*=r.y/2,gs.z=0,Bp.copy(gs),zp.multiplyMatrices(e.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(kn.fromBufferAttribute(l,d),Bn.fromBufferAttribute(c,d),kn.w=1,Bn.w=1,kn.applyMatrix4(zp),Bn.applyMatrix4(zp),kn.z>u&&Bn.z>u)continue;if(kn.z>u){let E=kn.z-Bn.z,b=(kn.z-u)/E;kn.lerp(Bn,b)}else if(Bn.z>u){let E=Bn.z-kn.z,b=(Bn.z-u)/E;Bn.lerp(kn,b)}kn.applyMatrix4(n),Bn.applyMatrix4(n),kn.multiplyScalar(1/kn.w),Bn.multiplyScalar(1/Bn.w),kn.x*=r.x/2,kn.y*=r.y/2,Bn.x*=r.x/2,Bn.y*=r.y/2,zn.start.copy(kn),zn.start.z=0,zn.end.copy(Bn),zn.end.z=0;let _=zn.closestPointToPointParameter(Bp,!0);zn.at(_,g_);let m=ol.lerp(kn.z,Bn.z,_),g=m>=-1&&m<=1,y=Bp.distanceTo(g_)<Yr*.5;if(g&&y){zn.start.fromBufferAttribute(l,d),zn.end.fromBufferAttribute(c,d),zn.start.applyMatrix4(o),zn.end.applyMatrix4(o);let E=new C,b=new C;xs.distanceSqToSegment(zn.start,zn.end,b,E),t.push({point:b,pointOnLine:E,distance:xs.origin.distanceTo(b),object:i,face:null,faceIndex:d,uv:null,uv1:null})}}}var Vu=class extends Tt{constructor(e=new ra,t=new yr({color:Math.random()*16777215})){super(e,t),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let e=this.geometry,t=e.attributes.instanceStart,n=e.attributes.instanceEnd,s=new Float32Array(2*t.count);for(let o=0,a=0,l=t.count;o<l;o++,a+=2)p_.fromBufferAttribute(t,o),m_.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+p_.distanceTo(m_);let r=new rr(s,2,1);return e.setAttribute("instanceDistanceStart",new Gi(r,1,0)),e.setAttribute("instanceDistanceEnd",new Gi(r,1,1)),this}raycast(e,t){let n=this.material.worldUnits,s=e.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=e.params.Line2!==void 0&&e.params.Line2.threshold||0;xs=e.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Yr=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),zu.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=Yr*.5;else{let u=Math.max(s.near,zu.distanceToPoint(xs.origin));c=y_(s,u,l.resolution)}if(zu.radius+=c,xs.intersectsSphere(zu)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),Bu.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=Yr*.5;else{let u=Math.max(s.near,Bu.distanceToPoint(xs.origin));h=y_(s,u,l.resolution)}Bu.expandByScalar(h),xs.intersectsBox(Bu)!==!1&&(n?PC(this,t):RC(this,s,t))}onBeforeRender(e){let t=this.material.uniforms;t&&t.resolution&&(e.getViewport(kp),this.material.uniforms.resolution.value.set(kp.z,kp.w))}};var $r=class extends ra{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(e){let t=e.length-3,n=new Float32Array(2*t);for(let s=0;s<t;s+=3)n[2*s]=e[s],n[2*s+1]=e[s+1],n[2*s+2]=e[s+2],n[2*s+3]=e[s+3],n[2*s+4]=e[s+4],n[2*s+5]=e[s+5];return super.setPositions(n),this}setColors(e){let t=e.length-3,n=new Float32Array(2*t);for(let s=0;s<t;s+=3)n[2*s]=e[s],n[2*s+1]=e[s+1],n[2*s+2]=e[s+2],n[2*s+3]=e[s+3],n[2*s+4]=e[s+4],n[2*s+5]=e[s+5];return super.setColors(n),this}setFromPoints(e){let t=e.length-1,n=new Float32Array(6*t);for(let s=0;s<t;s++)n[6*s]=e[s].x,n[6*s+1]=e[s].y,n[6*s+2]=e[s].z||0,n[6*s+3]=e[s+1].x,n[6*s+4]=e[s+1].y,n[6*s+5]=e[s+1].z||0;return super.setPositions(n),this}fromLine(e){let t=e.geometry;return this.setPositions(t.attributes.position.array),this}};var Gu=class extends Vu{constructor(e=new $r,t=new yr({color:Math.random()*16777215})){super(e,t),this.isLine2=!0,this.type="Line2"}};var x_=4e3,Hu=class{constructor(e,t,n){this.source=t;this.here=new ps(n),this.paths=e.map((s,r)=>{let o=(a,l)=>{let c=new Gu(new $r,new yr({color:dr[r%dr.length],linewidth:l,transparent:!0,opacity:a}));return c.frustumCulled=!1,c};return{part:s,point:new C(...s.point),whole:o(.3,1.4),past:o(1,2.2),flat:[]}}),this.objects=this.paths.flatMap(({whole:s,past:r})=>[s,r]),this.grow(),this.leave=t.subscribe(s=>{s==="anew"&&this.clear(),this.grow()})}source;objects;paths;times=[];here;leave;visible=!0;clear(){this.times=[];for(let e of this.paths)e.flat=[]}grow(){if(!this.paths.length)return;let e=this.source.range()[0],t=this.source.times(this.times.at(-1)??-1/0),n=Math.max(1,(t.length-1)/x_),s=new C;for(let r=0;r<t.length-.5;r+=n){let o=t[Math.min(Math.round(r),t.length-1)];this.here.set(this.source.frame(o)),this.times.push(o);for(let{part:a,point:l,flat:c}of this.paths)c.push(...this.here.point(a.body,l,s).toArray())}this.forget(e),this.write()}forget(e){let t=this.times.findIndex(r=>r>=e),n=this.times.length-t>2*x_,s=this.times.map((r,o)=>o).filter(r=>r>=t&&!(n&&r%2));if(s.length!==this.times.length){this.times=s.map(r=>this.times[r]);for(let r of this.paths)r.flat=s.flatMap(o=>r.flat.slice(3*o,3*o+3))}}write(){for(let{whole:e,past:t,flat:n}of this.paths){let s=this.times.length>1;for(let r of[e,t])r.visible=s&&this.visible,s&&(r.geometry.dispose(),r.geometry=new $r().setPositions(n))}}update(e,t){let n=this.times.findIndex(r=>r>t),s=n<0?this.times.length-1:Math.max(n-1,0);for(let{past:r}of this.paths)r.geometry.instanceCount=Math.max(s,0)}show(e){this.visible=e;for(let t of this.objects)t.visible=e&&this.times.length>1}dispose(){this.leave(),Sn(this.objects)}};var Wu=class{constructor(e,t,n){this.doc=t;this.source=n;let s=t.bodies.length;this.extent=new Pu(t),this.pose=new ps(s,t.deformation),this.stage=new Nu(e,this.extent);let[r,o]=n.range();this.ground=this.stage.add(new Iu(this.extent)),this.stage.onspare=h=>this.ground.simplify(h);let a=new Set([...t.bodies.flatMap((h,u)=>h.elastic?[u]:[]),...IC(t)]);this.bodies=this.stage.add(new qh(t.bodies,this.extent,a)),this.elastic=this.stage.add(new Cu(t.bodies,t.strands,n,Math.max(.3*this.extent.size,.002*this.extent.radius))),this.symbols=this.stage.add(new Ou(t.connections,this.extent));let l=[...t.touching.map(t_),...n.touching??[]];this.contacts=this.stage.add(new Tu(l,this.extent,n.span??o-r)),this.arrows=this.stage.add(new Eu(t.arrows,this.extent,this.contacts.shapes)),this.contacts.onscale=()=>this.arrows.rescale(),t.arrows.forEach((h,u)=>this.arrows.measure(u,dl(Dn(h.values)))),this.measure=this.stage.add(new vu(this.extent)),this.switched={contacts:this.contacts,floor:this.ground,traces:this.stage.add(new Hu(t.traces,n,s)),frames:this.stage.add(new Yh(s,this.extent))};let c=Vp(t);if(c){let h=new ps(s).set(c);this.switched.ghost=this.stage.add(new Or(this.bodies,()=>h))}}doc;source;stage;extent;ground;bodies;elastic;symbols;measure;arrows;contacts;switched;followed=null;pose;beside(e,t){let n=new ps(this.doc.bodies.length);return this.stage.add(new Or(this.bodies,s=>n.set(e.frame(s)),t))}place(e,t){let n=this.followed===null?null:this.pose.positions[this.followed].clone();this.pose.set(e),n&&this.stage.shift(this.pose.positions[this.followed].clone().sub(n)),this.stage.update(this.pose,t)}exaggerate(e){this.pose.exaggeration=e}color(e){this.elastic.choose(e,this.pose,this.source),this.stage.update(this.pose,this.pose.frame.t)}show(e,t){this.switched[e]?.show?.(t),this.stage.ask()}wire(e){this.bodies.wire(e),this.stage.ask()}mark(e,t){this.bodies.mark(e,t),this.symbols.mark(e,t),this.stage.ask()}fit(e){this.stage.fit(e??this.stage.front)}closeUp(){let e=new _n;for(let t of[...this.bodies.objects,...this.elastic.objects])t.visible&&e.expandByObject(t,!0);for(let{places:t}of this.symbols.drawings)for(let n of t)e.expandByPoint(n);e.isEmpty()||this.stage.fit(this.stage.front,e)}dispose(){this.stage.dispose()}};function IC(i){let e=new Set(i.strands.map(n=>`${n.name}/`)),t=n=>[...e].some(s=>i.bodies[n].name.startsWith(s));return i.strands.flatMap(n=>n.ends.map(s=>s.body)).filter(n=>n>0&&t(n))}function Vp(i){if(!i.ghost)return null;let[e,t]=[i.ghost.positions,i.ghost.quaternions].map(Dn),n=$i(i.bodies.length,0,i.arrows.length);for(let s=0;s<i.bodies.length;s+=1)n.poses.set(e.subarray(3*s,3*s+3),7*s),n.poses.set(t.subarray(4*s,4*s+4),7*s+3);return n}var[oa,Pl,Hp]=["(max-width: 900px)","(max-width: 560px)","(max-height: 600px)"].map(i=>window.matchMedia(i)),LC=window.matchMedia("(prefers-reduced-motion: reduce)"),DC=.22,NC=.1;function UC(...i){document.adoptedStyleSheets=i.map(e=>{let t=new CSSStyleSheet;return t.replaceSync(e),t})}function FC(i,e,t){try{return new Wu(i,e,t)}catch(n){return i.append(V("p",{class:"failed",role:"alert"},`The picture cannot be drawn here (${n.message}). Numbers, plots and texts are complete.`)),null}}function OC(i,e,t){let n=i.modes.map(l=>new Mu(l,i.bodies.map(c=>c.size))),s=t.frame(t.range()[0]),r=()=>{let l=$i(i.bodies.length,s.deformation.length,i.arrows.length);return s.velocities||(l.velocities=null),l},[o,a]=[$h(Vp(i)??s,r()),r()];return l=>{let c=n[e.get("mode")];return c?c.apply(o,DC*l*e.get("amplitude"),e.get("phase"),a):t.frame(e.get("t"))}}function kC(i,e,t,n){let s=n.map((o,a)=>i.beside(o.source,Wh(a)));e.watch(["theme"],()=>i.stage.theme(e.get("theme"))),e.watch(["wire"],()=>i.wire(e.get("wire")));for(let o of["frames","floor","traces","ghost"])e.watch([o],()=>i.show(o,e.get(o)));e.watch(["contacts","mode"],()=>i.show("contacts",e.get("contacts")&&e.get("mode")<0)),e.watch(["selected","hovered"],()=>i.mark(e.get("selected"),e.get("hovered"))),e.watch(["ghost"],()=>{for(let o of s)o.show(e.get("ghost"))}),e.watch(["arrows","selected"],()=>i.arrows.choose([...e.get("arrows"),...BC(t,e)])),e.watch(["measured","measuring"],()=>{i.measure.points=e.get("measuring")?e.get("measured"):[]}),e.watch(["follow","selected"],()=>{i.followed=e.get("follow")?zC(t,e):null}),e.watch(["exaggeration"],()=>i.exaggerate(e.get("exaggeration"))),e.watch(["coloring","exaggeration"],()=>i.color(e.get("coloring"))),i.stage.container.append(...[Px(i,e)].filter(o=>o!==null));let r=new wu(e,i);i.stage.container.append(r.root),i.stage.onrender=()=>r.update(),Fx(i,e,t)}var BC=(i,e)=>{let t=e.get("selected");return t?.type==="connection"?[i.connections[t.index].name]:[]};function zC(i,e){let t=e.get("selected");return(t?.type==="body"?t.index:t?i.connections[t.index].ends.at(-1)?.body:void 0)||(i.bodies.length>1?1:null)}function VC(i,e,t,n,s){if(window.location.protocol==="about:")return!1;let r=n instanceof qr?n:null,o=Zx(i,window.location.hash,r?.program.controls),a=e.all();Kx(e,o,n.range(),s),o.view&&t&&(t.stage.view=o.view),o.values&&r?.set(o.values);let c=jx(e,()=>window.history.replaceState(null,"",`#${$x(i,e.all(),t?.stage.view??null,a,r?.program.controls,r?.news.chosen)}`));return r?.watch(c),t?.stage.controls.addEventListener("end",c),o.t!==void 0}function GC(i,e,t){let n=null,s=r=>{i.get("playing")&&(n!==null&&(e(Math.min((r-n)/1e3,NC)),t(r-n)),n=r,requestAnimationFrame(s))};i.watch(["playing"],()=>{i.get("playing")&&(n=null,requestAnimationFrame(s))})}var v_=i=>({left:!oa.matches,right:!oa.matches||i&&!(Pl.matches&&Hp.matches),plots:!Hp.matches&&!(i&&Pl.matches)});function HC(i,e,t,n,s){for(let o of[oa,Pl,Hp])o.addEventListener("change",()=>{for(let[a,l]of Object.entries(v_(e)))i.set(a,l)});let r=[["left","right",oa],["right","left",oa],["right","plots",Pl],["plots","right",Pl]];for(let[o,a,l]of r)i.watch([o],()=>{l.matches&&i.get(o)&&i.set(a,!1)});t.addEventListener("click",o=>{o.target.closest(".entry")&&(i.set("tab",0),oa.matches&&i.set("right",!0))}),i.watch(["left","right","plots"],()=>{t.hidden=!i.get("left"),n.hidden=!i.get("right"),s.hidden=!i.get("plots")})}function WC(i,e){let[t,n]=e.range(),s=e instanceof qr?e:null,r=N0({t,speed:wp(e.span??(n-t||1)).speed,tab:s?1:0,mode:Ii(e)||!i.modes.length?-1:0,floor:i.floor,arrows:i.arrows.filter(w=>w.shown).map(w=>w.name),...v_(s!==null)});r.watch(["theme"],()=>{document.documentElement.dataset.theme=r.get("theme")});let o=D0(),a=V("main",{class:"stage","aria-label":"Picture"}),l=FC(a,i,e),c=new Xo(e),h=i.others.map(w=>({label:w.label,source:new sa(w,i.bodies.length)})),u=new yu(c,r,e,{name:i.name,first:i.plots,label:i.label,others:h}),d=OC(i,r,e),f=()=>d(l?.extent.radius??1),p=new Qh({doc:i,store:r,source:e,curves:c,plots:u,world:l,now:()=>l?.pose.frame??f()}),{bar:_,step:m,changeSpeed:g}=Ix(r,i,e),y=V("aside",{class:"side left","aria-label":"Model"},Nx(i,r)),E=Rx(i.panels,p.root,r,s?C0(s,r):[]),b=Sx(i.name,r,e,l,u);s?a.append(_0(s)):i.note&&a.append(x0(i.note,i.panels,r)),document.body.append(V("div",{class:"app"},L0(i,r,l,o,b,e.channels.length),y,a,E,V("footer",{},_,e.channels.length>0&&u.root),o,b)),HC(r,s!==null,y,E,u.root),l&&kC(l,r,i,h),l&&s&&P0(s,r,l),r.watch(["t","mode","amplitude","phase","arrows","selected","measured","measuring","exaggeration","grown"],()=>{l?.place(f(),r.get("t")),p.live()}),e.subscribe(()=>{let[w,x]=e.range();r.set("grown",r.get("grown")+1),r.set("t",Math.min(Math.max(r.get("t"),w),x))}),l?.stage.resize(),l?.fit();let P=VC(i,r,l,e,w=>c.find(w)!==void 0);p.build(),GC(r,m,w=>l?.stage.took(w)),r.watch(["playing"],()=>{r.get("playing")&&e.kind==="recorded"&&r.get("mode")<0&&r.get("t")>=n&&r.set("t",t)}),m0({store:r,source:e,world:l,marks:i.happened.marks,help:o,save:b,changeSpeed:g});for(let w of["click","keydown","change","pointerup"])window.addEventListener(w,()=>r.flush());window.linkwork=R0(i,r,l,u,s),r.set("playing",(Ii(e)||i.modes.length>0)&&!P&&!LC.matches)}UC(cm,Jx);var Gp=JSON.parse(document.getElementById("scene").textContent);if(Gp.format!==Ox||Gp.version!==3)document.body.append(V("p",{role:"alert"},`This viewer reads scenes of version ${3}.`));else{let i=kx(Gp);WC(i,Yx(i))}})();
