/** The build generates this module from the engine's nets (`FaceNets`). */
declare module 'virtual:face-nets' {
  const nets: unknown;
  export default nets;
}
