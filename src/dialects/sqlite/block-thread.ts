/** Waits, and lets nothing else run on this thread meanwhile: for what must be done before a file is opened. */
export function blockThread(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
