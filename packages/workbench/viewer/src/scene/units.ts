/** Units of the times and lengths of a run. */
export interface Units {
  readonly time: string;
  readonly length: string;
  readonly speed: string;
  /** Text of an instant: `t = 12.5 s`, `cycle 12`. */
  at(time: number, digits: number): string;
  /** Text of the progress: `12.50 / 60.00 s`, `12 / 60 cycles`. */
  progress(time: number, end: number): string;
  /** Text of the scale: `5 px/m`, `× 5`. */
  scale(pixels: number): string;
}

export const SECONDS: Units = {
  time: 's',
  length: 'm',
  speed: 'm/s',
  at: (time, digits) => `t = ${time.toFixed(digits)} s`,
  progress: (time, end) => `${time.toFixed(2)} / ${end.toFixed(2)} s`,
  scale: (pixels) => `${pixels} px/m`,
};

/** For runs whose records have a cycle as a second and a pixel as a metre. */
export const CYCLES: Units = {
  time: 'cycles',
  length: 'px',
  speed: 'px/cycle',
  at: (time) => `cycle ${Math.floor(time)}`,
  progress: (time, end) => `${Math.floor(time)} / ${Math.floor(end)} cycles`,
  scale: (pixels) => `× ${pixels}`,
};
