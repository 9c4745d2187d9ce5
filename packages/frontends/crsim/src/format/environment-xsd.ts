/** The file environment.xsd, for hosts without files. The test of the model writes it. */
export const ENVIRONMENT_XSD = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Environment model files of the Cooperative Robotics Simulator, as Kineko reads them. docs/crsim.md says what the values mean. -->
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="environment">
    <xs:complexType>
      <xs:choice minOccurs="0" maxOccurs="unbounded">
        <xs:element name="communications" type="communications"/>
        <xs:element name="object" type="object"/>
        <xs:element name="robot" type="robot"/>
      </xs:choice>
      <xs:attribute name="width" type="xs:double" use="required"/>
      <xs:attribute name="depth" type="xs:double" use="required"/>
      <xs:attribute name="timeStepMillis" type="xs:positiveInteger"/>
      <xs:attribute name="walls" type="xs:boolean"/>
      <xs:attribute name="map" type="xs:string"/>
      <xs:attribute name="grid" type="xs:double"/>
      <xs:attribute name="gridPolicy" type="xs:string"/>
    </xs:complexType>
  </xs:element>
  <xs:complexType name="communications">
    <xs:attribute name="enabled" type="xs:boolean"/>
    <xs:attribute name="network" type="xs:string"/>
    <xs:attribute name="delay" type="xs:double"/>
    <xs:attribute name="loss" type="xs:double"/>
    <xs:attribute name="range" type="xs:double"/>
  </xs:complexType>
  <xs:complexType name="shape">
    <xs:sequence>
      <xs:element name="param" type="param" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="type" type="xs:string" use="required"/>
    <xs:attribute name="x" type="xs:double"/>
    <xs:attribute name="y" type="xs:double"/>
    <xs:attribute name="z" type="xs:double"/>
    <xs:attribute name="rotation" type="xs:double"/>
    <xs:attribute name="width" type="xs:double"/>
    <xs:attribute name="height" type="xs:double"/>
    <xs:attribute name="depth" type="xs:double"/>
    <xs:attribute name="radius" type="xs:double"/>
  </xs:complexType>
  <xs:complexType name="object">
    <xs:choice minOccurs="0" maxOccurs="unbounded">
      <xs:element name="shape" type="shape"/>
      <xs:element name="param" type="param"/>
    </xs:choice>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="type" type="xs:string"/>
    <xs:attribute name="x" type="xs:double" use="required"/>
    <xs:attribute name="y" type="xs:double"/>
    <xs:attribute name="z" type="xs:double" use="required"/>
    <xs:attribute name="rotation" type="xs:double"/>
    <xs:attribute name="width" type="xs:double"/>
    <xs:attribute name="height" type="xs:double"/>
    <xs:attribute name="depth" type="xs:double"/>
    <xs:attribute name="radius" type="xs:double"/>
    <xs:attribute name="color" type="xs:string"/>
    <xs:attribute name="heat" type="xs:double"/>
    <xs:attribute name="ir" type="xs:double"/>
  </xs:complexType>
  <xs:complexType name="robot">
    <xs:sequence>
      <xs:element name="sensor" type="sensor" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="type" type="xs:string"/>
    <xs:attribute name="x" type="xs:double" use="required"/>
    <xs:attribute name="y" type="xs:double"/>
    <xs:attribute name="z" type="xs:double" use="required"/>
    <xs:attribute name="rotation" type="xs:double"/>
    <xs:attribute name="radius" type="xs:double" use="required"/>
    <xs:attribute name="height" type="xs:double"/>
    <xs:attribute name="color" type="xs:string"/>
    <xs:attribute name="heat" type="xs:double"/>
    <xs:attribute name="ir" type="xs:double"/>
  </xs:complexType>
  <xs:complexType name="sensor">
    <xs:sequence>
      <xs:element name="param" type="param" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="id" type="xs:integer" use="required"/>
    <xs:attribute name="type" type="xs:string" use="required"/>
    <xs:attribute name="x" type="xs:double"/>
    <xs:attribute name="y" type="xs:double"/>
    <xs:attribute name="z" type="xs:double"/>
    <xs:attribute name="rotation" type="xs:double"/>
    <xs:attribute name="range" type="xs:double"/>
    <xs:attribute name="radius" type="xs:double"/>
  </xs:complexType>
  <xs:complexType name="param">
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="value" type="xs:string" use="required"/>
  </xs:complexType>
</xs:schema>
`;
