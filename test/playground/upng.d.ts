declare module 'upng-js' {
  /** @param colors how many a frame has at most; @param delays of the frames, in milliseconds */
  const encode: (
    frames: ArrayBuffer[],
    width: number,
    height: number,
    colors: number,
    delays: number[],
  ) => ArrayBuffer;
  const upng: { encode: typeof encode };
  export default upng;
}
