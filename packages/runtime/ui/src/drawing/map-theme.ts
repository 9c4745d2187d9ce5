/** Colours and shapes of worlds, the same in the viewer, in pictures and in the editor. */

export interface Theme {
  readonly background: string;
  readonly ground: string;
  readonly border: string;
  readonly obstacle: string;
  /** Obstacles of runs in cycles, which are pixels of a bitmap. */
  readonly pixel: string;
  /** Obstacles that can be pushed. */
  readonly movable: string;
  readonly object: string;
  /** Objects that are sources of light or heat, and goals. */
  readonly light: string;
  readonly heat: string;
  readonly goal: string;
  readonly ink: string;
  readonly faint: string;
  readonly message: string;
  readonly lost: string;
  readonly contact: string;
  readonly crashed: string;
  readonly suspected: string;
  /** Robots; distinguishable with red-green colour blindness (after Okabe and Ito). */
  readonly palette: readonly string[];
}

const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#9878bc', '#b2a429'] as const;

export const LIGHT: Theme = {
  background: '#f4f5f7',
  ground: '#ffffff',
  border: '#c3c8d0',
  obstacle: '#5b6470',
  pixel: '#000000',
  movable: '#b0713a',
  object: '#d9c27a',
  light: '#e0a800',
  heat: '#c8442e',
  goal: '#2f8f5b',
  ink: '#1d2430',
  faint: '#9aa3b0',
  message: '#7a5bd0',
  lost: '#c0392b',
  contact: '#dd4b16',
  crashed: '#8a8f98',
  suspected: '#b58900',
  palette: PALETTE,
};

export const DARK: Theme = {
  background: '#12151b',
  ground: '#1a1f28',
  border: '#39414e',
  obstacle: '#8b95a5',
  pixel: '#d5dae2',
  movable: '#c98f55',
  object: '#a8934e',
  light: '#f2cf4a',
  heat: '#f0735c',
  goal: '#5cc98c',
  ink: '#e8ecf2',
  faint: '#66707f',
  message: '#b39bff',
  lost: '#ff7a66',
  contact: '#ff9d4d',
  crashed: '#6d747f',
  suspected: '#d8cd3f',
  palette: PALETTE.map((color) => (color === '#0072b2' ? '#3a9bdc' : color)),
};

/** The nose of a robot, in radii: its tip, its base, and half of its width there. */
export const NOSE = { tip: 1.42, root: 0.85, half: 0.5 } as const;
