// Style sheets are bundled by build.mjs.
declare module "*.css";
