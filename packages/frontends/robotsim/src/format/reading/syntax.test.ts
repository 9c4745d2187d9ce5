import { describe, expect, test } from '@jest/globals';
import { isNekoConfig, recogniseSyntax } from './syntax.js';

describe('the syntax of a text', () => {
  test.each([
    ['# x: y\nprocess.num = 3', 'x.yaml', 'properties'],
    ['\uFEFFprocess.num=3', '', 'properties'],
    ['a = b: c', '', 'properties'],
    ['process.num: 3', 'x.config', 'yaml'],
    ['robot:\n  size: 3', 'x.config', 'yaml'],
    ['x: a = b', '', 'yaml'],
    ['---\n', '', 'yaml'],
    ['- 1', '', 'yaml'],
    ['{"a": 1}', 'x.config', 'json'],
    ['\n\n  {\n', '', 'json'],
    ['', 'x.yml', 'yaml'],
    ['nothing at all', 'x.json', 'json'],
    ['nothing at all', 'x.config', 'properties'],
  ])('%j in %j is %s', (text, path, syntax) => {
    expect(recogniseSyntax(text, path)).toBe(syntax);
  });
});

describe('a configuration', () => {
  test.each([
    ['process.num = 10\n', 'anything'],
    ['# comment\n\nseed = 3\nbornpoint3 = 1, 2', 'x.txt'],
    ['handlers = x\nnetwork = lse.neko.networks.sim.BasicNetwork', 'x'],
    ['whatever = 5', 'x.config'],
    ['', 'robotsim.config'],
    ['seed: 1\nrobot:\n  size: 4\n', 'x.yaml'],
    ['robot.size: 4', 'x.yaml'],
    ['{"seed": 1, "process": {"num": 3', 'x.json'],
    ['{\n  "ghost_mode": true', 'x.json'],
  ])('recognises %j in %j', (head, path) => {
    expect(isNekoConfig(head, path)).toBe(true);
  });

  test.each([
    ['<?xml version="1.0"?><simulation time="3"/>', 'x.config'],
    ['\u0089PNG\r\n\u001a\n', 'x.config'],
    ['\ufffdPNG\r\n', 'x.png'],
    ['0.000 p0 messages e s p0 p1 GOTO x = 3', 'x.log'],
    ['0.000 p0 messages e s p0 p1 GOTO x = 3', 'x.config'],
    ['53.710 p9 MotionRequest: TIME: 53.710 | ROBOT# 9 Task ID = 1', 'x.log'],
    ['{"format":"kineko-trace","version":"1.0","info":{"seed":3}}\n{"type":"robot","time":0}', 'x.jsonl'],
    ['{"children": [{"type": "Chirp", "id": 0, "position": {"x": 1}}]}', 'world.json'],
    ['{"config": {"robot": {"size": 5}}, "seed": 1}', 'manifest.json'],
    ['title: hello\nseed: 5', 'x.yaml'],
    ['seed = 3', 'x.properties'],
    ['', 'x.yaml'],
  ])('does not recognise %j in %j', (head, path) => {
    expect(isNekoConfig(head, path)).toBe(false);
  });
});
