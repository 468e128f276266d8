export * from './index.js';
export { MindSave as default } from './index.js';
