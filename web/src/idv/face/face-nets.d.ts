/** The build makes them of the engine's: `FaceNets`. */
declare module 'virtual:face-nets' {
  const nets: unknown;
  export default nets;
}
