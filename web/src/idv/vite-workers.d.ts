declare module '*?worker' {
  const WorkerOfFile: new () => Worker;
  export default WorkerOfFile;
}
