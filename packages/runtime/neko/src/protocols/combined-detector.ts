/**
 * Several failure detectors as one: it suspects a process if any of them does.
 *
 * Guarantee: complete if one of them is; accurate about a process, from some time on, if all of them are.
 *
 * Wiring: `const detector = new CombinedDetector(process, [perfect, wrong])`, then `setId` and `launch`. It sends
 * nothing.
 */
import type { NekoProcess } from '../process.js';
import { LocalDetector, type FailureDetector } from './detector.js';

export class CombinedDetector extends LocalDetector {
  constructor(
    process: NekoProcess,
    private readonly detectors: readonly FailureDetector[],
  ) {
    super(process);
  }

  protected override started(): void {
    for (const id of this.process.others) this.revise(id);
    for (const detector of this.detectors) detector.onChange((id) => this.revise(id));
  }

  private revise(id: number): void {
    if (this.isStopped) return;
    if (this.detectors.some((detector) => detector.isSuspected(id))) this.suspect(id);
    else this.trust(id);
  }
}
