import math
import os
import unittest

from kineko import ProtocolError, centroid
from kineko._random import RandomStream
from kineko._wire import Channel, decode, encode


class Lines(unittest.TestCase):
    def test_values_are_read_back_unchanged(self):
        value = {"a": [1, 2.5, -0.0, math.inf, -math.inf, None, True, "ü\n"], "$": {"$": "NaN"}, "b": (1, 2)}
        back = decode(encode({"value": value}))["value"]
        self.assertEqual(back, {**value, "b": [1, 2]})
        self.assertEqual(math.copysign(1, back["a"][2]), -1)
        self.assertTrue(math.isnan(decode(encode({"x": math.nan}))["x"]))
        self.assertNotIn("\n", encode({"text": "a\nb"}))

    def test_words_of_the_engine_are_understood(self):
        line = '{"x":[{"$":"-0"},{"$":"undefined"},{"$":{"$":1}}]}'
        self.assertEqual(decode(line), {"x": [0.0, None, {"$": 1}]})
        with self.assertRaisesRegex(ProtocolError, "unknown word 'zero'"):
            decode('{"x":{"$":"zero"}}')
        with self.assertRaisesRegex(ProtocolError, "expected a line of JSON, got 'hello'"):
            decode("hello")

    def test_values_that_are_no_data_are_refused(self):
        with self.assertRaisesRegex(TypeError, "plain data .* got object"):
            encode({"x": object()})

    def test_lines_may_arrive_in_pieces(self):
        read, write = os.pipe()
        channel = Channel(read, write)
        os.write(write, b'{"a":')
        os.write(write, b'1}\n{"b":2}\n{"c"')
        self.assertEqual(channel.receive(), {"a": 1})
        self.assertEqual(channel.receive(), {"b": 2})
        os.write(write, b":3}\n")
        self.assertEqual(channel.receive(), {"c": 3})
        os.close(write)
        self.assertIsNone(channel.receive())
        os.close(read)


class Numbers(unittest.TestCase):
    def test_random_streams_continue_those_of_the_engine(self):
        state = {"generator": [-1649344222, -1588199964, 1237376177, 1730056233], "spareNormal": -1.0452145911502884}
        stream = RandomStream(state)
        # Computed by RandomStream of @kineko/kernel.
        self.assertEqual([stream.uniform(), stream.uniform(-5, 5)], [0.03302848983270901, 1.6256916245977493])
        normals = [stream.normal(), stream.normal(), stream.normal(10, 2)]
        self.assertEqual(normals, [-1.0452145911502884, 0.36984876872681727, 9.797427795931755])
        self.assertEqual([stream.exponential(), stream.exponential(3)], [0.8364040436011538, 3.9980871238750764])
        self.assertEqual([stream.integer(1, 6), stream.integer(0, 9007199254740990)], [1, 6756198413900306])
        self.assertEqual(stream.shuffle([1, 2, 3, 4, 5, 6, 7, 8]), [7, 8, 2, 6, 5, 3, 4, 1])
        total = 0.0
        for _ in range(2000):
            total += stream.normal() + stream.exponential()
        self.assertEqual(total, 2064.9377282286573)
        for wrong in (lambda: stream.uniform(2, 1), lambda: stream.integer(1.5, 2), lambda: stream.normal(0, -1)):
            self.assertRaises(ValueError, wrong)

    def test_a_centroid_is_rounded_once(self):
        self.assertEqual(centroid([(0.1, 1), (0.1, 1), (0.1, 1)]), (0.1, 1))
        self.assertEqual(centroid([(1e16, 0), (1, 0), (-1e16, 3)]), (1 / 3, 1))
        with self.assertRaisesRegex(ValueError, "at least one point"):
            centroid([])
