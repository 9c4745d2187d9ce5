/** Another run beside this one, or overlaid as outlines: it is read like the first, and drawn at the same instant. */
import { project } from '@kineko/ui';
import { contextOf } from '@kineko/ui/page';
import { IconButton } from './icons.js';
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Findings } from '../look/findings.js';
import { VIEWER_PATHS } from '../look/paths.js';
import { draw, type OwnLayer } from '../render/draw.js';
import { FULL_TURN } from '../render/drawing.js';
import { drawnRadius } from '../render/layers/robots.js';
import { replayChunk } from '../scene/chunk.js';
import { frameAt } from '../scene/frame.js';
import { Scene } from '../scene/scene.js';
import { say } from './opening.js';
import { startReader } from './reader-link.js';
import * as store from './store.js';

/** Robots beyond this number would only be a cloud of outlines. */
const MAX_OUTLINES = 2000;

/** Reads the other run of the server. */
export function readOther(name: string, token: string): Promise<void> {
  return new Promise((resolve) => {
    const { radius, radii } = store.world.value;
    const options = { defaultRadius: radius, radii: radii && new Map(radii) };
    const scene = new Scene(options);
    const link = startReader((message) => {
      if (message.type === 'chunk') {
        replayChunk(message.chunk, scene);
        link.post({ type: 'taken' });
      } else if (message.type === 'done' || message.type === 'failed') {
        if (message.type === 'failed') say(message.message);
        else store.other.value = { name, scene };
        link.close();
        resolve();
      }
    });
    link.post({
      type: 'open',
      name,
      from: { kind: 'url', url: new URL(VIEWER_PATHS.other, location.href).href, token },
      options,
    });
  });
}

/** Asks the server for violations of properties and for the first difference. */
export async function readFindings(headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(VIEWER_PATHS.findings, { headers });
  if (answer.status === 422) return say(await answer.text());
  if (!answer.ok) return say(`the findings cannot be read: the server answered ${answer.status}`);
  const { lanes, marks, note } = (await answer.json()) as Findings;
  store.lanes.value = lanes;
  store.findings.value = marks;
  if (note !== undefined) say(note);
}

/** The robots of the other run, as dashed outlines joined to their places in this one. */
export const OUTLINES: OwnLayer = {
  name: 'other run',
  draw: ({ context, view, frame, scene, style: { theme } }) => {
    const other = store.other.peek()?.scene;
    if (other === undefined || other.robots.size > MAX_OUTLINES) return;
    context.strokeStyle = theme.message;
    context.lineWidth = 1.5;
    for (const robot of other.robots.values()) {
      const pose = robot.poseAt(Math.min(frame.time, other.end));
      if (pose === undefined || frame.time < robot.entered) continue;
      const { x, y } = project(view, pose);
      context.setLineDash([4, 3]);
      context.globalAlpha = 0.9;
      context.beginPath();
      context.arc(x, y, drawnRadius(robot.radius, view) + 2, 0, FULL_TURN);
      context.stroke();
      const own = scene.robots.get(robot.id)?.poseAt(frame.time);
      if (own === undefined) continue;
      const place = project(view, own);
      context.setLineDash([]);
      context.globalAlpha = 0.5;
      context.beginPath();
      context.moveTo(place.x, place.y);
      context.lineTo(x, y);
      context.stroke();
    }
  },
};

/** The other run in a picture of its own, with the same view. */
export function OtherStage() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => effect(() => paint(canvas.current!)), []);
  const name = store.other.value?.name ?? '';
  return <canvas ref={canvas} id="other-stage" class="stage" role="img" aria-label={`the other run: ${name}`} />;
}

function paint(element: HTMLCanvasElement): void {
  const view = store.view.value;
  const other = store.other.value;
  const context = contextOf(element, view);
  if (context === undefined || other === undefined) return;
  const frame = frameAt(other.scene, Math.min(store.time.value, other.scene.end), store.pace.value);
  draw({ context, scene: other.scene, frame, view, style: store.style.value });
}

export function CompareButton() {
  const { other, comparing } = store;
  if (other.value === undefined) return null;
  const isBeside = comparing.value === 'beside';
  return (
    <IconButton
      icon="compare"
      label="side by side"
      hint={isBeside ? `overlay ${other.value.name}` : `show ${other.value.name} side by side`}
      aria-pressed={isBeside}
      onClick={() => (comparing.value = isBeside ? 'overlaid' : 'beside')}
    />
  );
}
