import { describe, expect, test } from '@jest/globals';
import { readDeecoScenario } from './scenario-reader.js';

const FULL = `<?xml version="1.0" encoding="UTF-8"?>
<!-- in any order -->
<simulation cycles="5" logfile="logs/x.txt" sizeX="30" sizeY="20" processingTime="3">
  <objects><object class="a.Lamp" posX="-1.5" posY="1e3" size="0" tag="t"/></objects>
  <robots>
    <robot class="a.Rover" posX=" 1.0 " posY="2" angle="450" arg="x &amp; y"/>
    <robot class="a.Rover" posX="9" posY="2" angle="-90" size="1" tag="r"/>
  </robots>
  <sensors><sensor name="s" processor="a.Layer" arg="file"/></sensors>
  <ensembles><ensemble class="a.Ensemble"/></ensembles>
</simulation>
`;

describe('a scenario', () => {
  test('is read with the places of its values', async () => {
    const file = await readDeecoScenario(FULL, 'x.xml');
    const place = (line: number, column: number) => ({ file: 'x.xml', line, column });
    expect(file).toMatchObject({
      cycles: { value: 5, place: place(3, 13) },
      logfile: { value: 'logs/x.txt', place: place(3, 24) },
      field: { width: { value: 30 }, height: { value: 20 } },
      processingTime: { value: 3 },
      sensors: [{ name: { value: 's' }, processor: { value: 'a.Layer', place: place(9, 29) }, arg: { value: 'file' } }],
      robots: [
        { className: { value: 'a.Rover', place: place(6, 12) }, x: 1, y: 2, angle: 450, size: 3, tag: '' },
        { x: 9, angle: -90, size: 1, tag: 'r', arg: { value: '' } },
      ],
      ensembles: [{ className: { value: 'a.Ensemble' } }],
      objects: [{ className: { value: 'a.Lamp' }, x: -1.5, y: 1000, size: 0, tag: 't' }],
    });
    expect(file.robots[0]!.arg.value).toBe('x & y');
  });

  test('needs neither sections nor a size if it has a bitmap', async () => {
    const text = '<simulation cycles="1" logfile="x" bitmap="map.png" sizeX="7"/>';
    expect(await readDeecoScenario(text, 'x.xml')).toMatchObject({
      field: { bitmap: { value: 'map.png' } },
      processingTime: { value: 1 },
      robots: [],
      ensembles: [],
    });
  });

  test.each([
    [
      '<simulation cycles="1" logfile="" sizeX="7" sizeY="7"/>',
      'x.xml:1:24: logfile of <simulation>: expected the name of a file, got ""',
    ],
    [
      '<simulation cycles="1" logfile="x" bitmap=" " sizeX="7" sizeY="7"/>',
      'x.xml:1:36: bitmap of <simulation>: expected the name of a file, got " "',
    ],
    ['<simulation cycles="1" logfile="x" sizeX="7"/>', 'x.xml:1:1: <simulation> has no bitmap and no sizeY'],
    ['<visualization/>', 'x.xml:1:1: expected <simulation>, got <visualization>'],
    ['<simulation', 'not well-formed XML'],
  ])('%s is refused', async (text, why) => {
    await expect(readDeecoScenario(text, 'x.xml')).rejects.toThrow(why);
  });
});
