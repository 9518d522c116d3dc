import { MOBILEFACENET_TERMS } from '../../../config.js';
import { attention, type Finding, isError, ok, type ReadyCheck, wrong } from '../../../shared/observability/index.js';
import { FacesInFiles } from './faces-in-files.js';
import { PagesInFiles } from './pages-in-files.js';

/**
 * Reports which engine verifies users, whether its models can be loaded here, and the licence terms of the face model.
 */
export const idvReadyChecks: ReadyCheck = async ({ config }) => {
  const { idvEngine, idvFaceNet } = config();
  if (idvEngine === 'none')
    return [attention('identity engine', 'IDV_ENGINE is none: nobody can be verified.', 'Set it where users are.')];
  if (idvEngine === 'vendor') return [ok('identity engine', 'A vendor verifies users.')];
  const terms =
    idvFaceNet === 'mobilefacenet' ? [attention('face net', MOBILEFACENET_TERMS, 'Or set IDV_FACE_NET=dlib.')] : [];
  return [await netsFinding(), ...terms];
};

async function netsFinding(): Promise<Finding> {
  try {
    for (const nets of [new PagesInFiles(), await FacesInFiles.open()]) {
      try {
        await nets.load();
      } finally {
        await nets.close();
      }
    }
    return ok('identity engine', 'Its nets are those of this version, and can be loaded.');
  } catch (error) {
    const todo = 'Build or install it again; for IDV_FACE_MODEL see docs/operators/face-models.md.';
    return wrong('identity engine', isError(error) ? error.message : 'Its nets cannot be loaded.', todo);
  }
}
