/** How large things are. */
import * as store from './store.js';

/** Pixels a metre. */
const SCALES: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50];

export function ZoomMenu() {
  const { units } = store;
  const scale = store.view.value.pixelsPerMetre;
  return (
    <label>
      zoom
      <select id="zoom" value="" onChange={(event) => choose(event.currentTarget)}>
        <option value="">{units.value.scale(Number(scale.toPrecision(2)))}</option>
        <option value="fit">all in view</option>
        <option value="larger">larger</option>
        <option value="smaller">smaller</option>
        {SCALES.map((each) => (
          <option key={each} value={each}>
            {units.value.scale(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function choose(select: HTMLSelectElement): void {
  if (select.value === 'fit') store.fitAll();
  else if (select.value === 'larger') store.zoomBy(1.5);
  else if (select.value === 'smaller') store.zoomBy(1 / 1.5);
  else if (select.value !== '') store.zoomTo(Number(select.value));
  // It shows what is, not what was chosen.
  select.value = '';
}
