/** How times and lengths of a run are called: those of a DEECo scenario are cycles and pixels. */
export interface Units {
  readonly time: string;
  readonly length: string;
  readonly speed: string;
  /** An instant: `t = 12.5 s`, `cycle 12`. */
  at(time: number, digits: number): string;
  /** Where a run is: `12.50 / 60.00 s`, `12 / 60 cycles`. */
  progress(time: number, end: number): string;
  /** The scale of a picture: `5 px/m`, `× 5`. */
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

/** A cycle is a second of the records, a pixel of the field a metre. */
export const CYCLES: Units = {
  time: 'cycles',
  length: 'px',
  speed: 'px/cycle',
  at: (time) => `cycle ${Math.floor(time)}`,
  progress: (time, end) => `${Math.floor(time)} / ${Math.floor(end)} cycles`,
  scale: (pixels) => `× ${pixels}`,
};
