/** The records of `trace-samples.ts` in both forms, as they were when the format was laid down: these do not change. */
export const PINNED: readonly { readonly json: string; readonly bytes: string }[] = [
  {
    json: '{"type":"world","time":0,"area":[-1,0,20.5,10],"walled":true,"response":"bounce"}',
    bytes: '2d0000000100000000000000000104000000000000f0bf0000000000000000000000000080344000000000000024400101',
  },
  {
    json: '{"type":"world","time":0,"walled":false,"response":"none"}',
    bytes: '0c000000010000000000000000000002',
  },
  {
    json: '{"type":"robot","time":0,"robot":1,"radius":0.25,"x":1,"y":-0.0,"heading":3.141592653589793,"tag":"né 🤖"}',
    bytes:
      '3a000000020000000000000000000000000000f03f000000000000d03f000000000000f03f0000000000000080182d4454fb210940086ec3a920f09fa496',
  },
  {
    json: '{"type":"obstacle","time":0,"obstacle":3,"name":"","shape":{"center":[1,2],"kind":"disc","radius":2}}',
    bytes:
      '4a00000003000000000000000000000000000008400006030663656e746572050203000000000000f03f030000000000000040046b696e6404046469736306726164697573030000000000000040',
  },
  {
    json: '{"type":"object","time":0,"object":4,"x":0.1,"y":0.2,"size":0,"tag":"$lamp","heat":0,"light":100}',
    bytes:
      '3f00000004000000000000000000000000000010409a9999999999b93f9a9999999999c93f000000000000000005246c616d7000000000000000000000000000005940',
  },
  {
    json: '{"type":"leg","time":0,"robot":1,"leg":{"kind":"rest","x":1,"y":2,"heading":0,"start":0,"end":"Infinity"}}',
    bytes:
      '3a000000050000000000000000000000000000f03f00000000000000f03f000000000000004000000000000000000000000000000000000000000000f07f',
  },
  {
    json: '{"type":"leg","time":1,"robot":1,"leg":{"kind":"turn","x":1,"y":2,"heading":0,"start":1,"end":2,"turnRate":-1}}',
    bytes:
      '4200000005000000000000f03f000000000000f03f01000000000000f03f00000000000000400000000000000000000000000000f03f0000000000000040000000000000f0bf',
  },
  {
    json: '{"type":"leg","time":2,"robot":1,"leg":{"kind":"line","x":1,"y":2,"heading":0,"start":2,"end":3,"vx":1,"vy":0}}',
    bytes:
      '4a000000050000000000000040000000000000f03f02000000000000f03f0000000000000040000000000000000000000000000000400000000000000840000000000000f03f0000000000000000',
  },
  {
    json: '{"type":"leg","time":3,"robot":1,"leg":{"kind":"arc","x":1,"y":2,"heading":0,"start":3,"end":4,"speed":2,"turnRate":1}}',
    bytes:
      '4a000000050000000000000840000000000000f03f03000000000000f03f00000000000000400000000000000000000000000000084000000000000010400000000000000040000000000000f03f',
  },
  {
    json: '{"type":"leg","time":4,"robot":1,"leg":{"kind":"curve","x":1,"y":2,"heading":0,"start":4,"end":5,"knots":[4,1,2,0,1,0,5,1,3,0,1,0]}}',
    bytes:
      '9b000000050000000000001040000000000000f03f04000000000000f03f00000000000000400000000000000000000000000000104000000000000014400c0000000000001040000000000000f03f00000000000000400000000000000000000000000000f03f00000000000000000000000000001440000000000000f03f00000000000008400000000000000000000000000000f03f0000000000000000',
  },
  {
    json: '{"type":"motionRequest","time":5,"robot":1,"task":9,"kind":"moveTo","request":{"moveSpeed":3,"x":1,"y":2}}',
    bytes:
      '4b000000060000000000001440000000000000f03f0000000000002240066d6f7665546f0603096d6f76655370656564030000000000000840017803000000000000f03f0179030000000000000040',
  },
  {
    json: '{"type":"motionEvent","time":5,"robot":1,"task":9,"kind":"moveTo","phase":"forward","edge":"start","isLast":true,"x":1,"y":2,"heading":0.5,"toX":3,"toY":4,"turn":0,"distance":2.8284271247461903,"turnRate":0,"speed":3}',
    bytes:
      '72000000070000000000001440000000000000f03f0000000000002240066d6f7665546f07666f72776172640001000000000000f03f0000000000000040000000000000e03f000000000000084000000000000010400000000000000000cd3b7f669ea0064000000000000000000000000000000840',
  },
  {
    json: '{"type":"motionEnd","time":6,"robot":1,"task":9,"status":"collided","x":2,"y":3,"heading":0.5,"with":{"kind":"robot","id":2}}',
    bytes:
      '3d000000080000000000001840000000000000f03f00000000000022400100000000000000400000000000000840000000000000e03f0100000000000000004000',
  },
  {
    json: '{"type":"motionEnd","time":6,"robot":2,"task":8,"status":"interrupted","x":2,"y":3,"heading":0.5,"by":"moveTo"}',
    bytes:
      '3b000000080000000000001840000000000000004000000000000020400200000000000000400000000000000840000000000000e03f0001066d6f7665546f',
  },
  {
    json: '{"type":"touch","time":6,"robot":1,"other":{"kind":"obstacle","id":0}}',
    bytes: '1a000000090000000000001840000000000000f03f010000000000000000',
  },
  {
    json: '{"type":"release","time":7,"robot":1,"other":{"kind":"robot","id":2}}',
    bytes: '1a0000000a0000000000001c40000000000000f03f000000000000000040',
  },
  {
    json: '{"type":"sensorRequest","time":8,"robot":1,"sensor":"gps","request":null}',
    bytes: '160000000b0000000000002040000000000000f03f0367707300',
  },
  {
    json: '{"type":"sensorReply","time":8,"robot":1,"sensor":"gps","reply":[true,false,"$NaN","$Infinity","$-Infinity",-0.0,"$$NaN",""]}',
    bytes:
      '450000000c0000000000002040000000000000f03f036770730508020103000000000000f87f03000000000000f07f03000000000000f0ff0300000000000000800404244e614e0400',
  },
  {
    json: '{"type":"sensorEvent","time":9,"robot":1,"sensor":"bump","reply":{"nested":{"deeper":[[],{}]}}}',
    bytes: '2e0000000d0000000000002240000000000000f03f0462756d700601066e6573746564060106646565706572050205000600',
  },
  {
    json: '{"type":"effect","time":10,"robot":1,"effector":"lamp","request":true}',
    bytes: '170000000e0000000000002440000000000000f03f046c616d7002',
  },
  {
    json: '{"type":"warning","time":11,"robot":1,"text":"sleeps"}',
    bytes: '190000000f000000000000264001000000000000f03f06736c65657073',
  },
  {
    json: '{"type":"warning","time":11,"text":"line\\nbreak"}',
    bytes: '150000000f0000000000002640000a6c696e650a627265616b',
  },
  {
    json: '{"type":"send","time":1,"process":0,"message":7,"to":[1,2],"protocol":"abcast","messageType":"GOTO","content":{"x":1.5,"y":2}}',
    bytes:
      '4e00000010000000000000f03f00000000000000000000000000001c4002000000000000f03f00000000000000400661626361737404474f544f0602017803000000000000f83f0179030000000000000040',
  },
  {
    json: '{"type":"deliver","time":2.5,"process":2,"message":7,"from":0,"to":[1,2],"protocol":"abcast","messageType":"GOTO","content":null}',
    bytes:
      '3f00000011000000000000044000000000000000400000000000001c40000000000000000002000000000000f03f00000000000000400661626361737404474f544f00',
  },
  {
    json: '{"type":"drop","time":2,"process":1,"message":7,"from":0,"messageType":"GOTO","reason":"loss"}',
    bytes: '2b000000120000000000000040000000000000f03f0000000000001c40000000000000000004474f544f046c6f7373',
  },
  {
    json: '{"type":"crash","time":3,"process":1}',
    bytes: '11000000130000000000000840000000000000f03f',
  },
  {
    json: '{"type":"recover","time":4,"process":1}',
    bytes: '11000000140000000000001040000000000000f03f',
  },
  {
    json: '{"type":"suspect","time":5,"process":0,"detector":"fd","other":1,"isSuspected":true}',
    bytes: '1d0000001500000000000014400000000000000000026664000000000000f03f01',
  },
  {
    json: '{"type":"decide","time":6,"process":0,"protocol":"consensus","instance":1,"value":[1,"a"]}',
    bytes: '31000000160000000000001840000000000000000009636f6e73656e737573000000000000f03f050203000000000000f03f040161',
  },
  {
    json: '{"type":"protocolEvent","time":7,"process":0,"protocol":"rbcast","event":"broadcast","value":"0;1"}',
    bytes: '27000000170000000000001c400000000000000000067262636173740962726f6164636173740403303b31',
  },
  {
    json: '{"type":"log","time":8,"process":0,"logger":"Gathering","level":"info","text":"there"}',
    bytes: '22000000180000000000002040000000000000000009476174686572696e6701057468657265',
  },
  {
    json: '{"type":"command","time":9,"events":12,"source":"panel","command":{"stop":3}}',
    bytes: '2700000019000000000000224000000000000028400570616e656c06010473746f70030000000000000840',
  },
];
