// Unit tests of what needs no browser. `npm run build` bundles them, and `node --test test/built/tests.mjs` runs them.
import "./colors";
import "./curve";
import "./gif";
import "./live";
import "./modes";
import "./mp4";
import "./panes";
import "./recorded";
import "./store";
import "./url";
