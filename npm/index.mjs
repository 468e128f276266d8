import mindsave from './index.js';

export const {
  ConstraintCompressor,
  FailureGraph,
  MindSave,
  MindSaveError,
  VERSION,
  check,
  compressLayer2,
  decompress,
  extract,
  findSimilarConstraints,
} = mindsave;
export default MindSave;
