//! Types that read what people and older programs write, and keep plain scalars as text.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::any;

/// A string; `no`, `010` and `1.30` without quotes stay text because no type is asked for.
#[derive(Debug, Default)]
pub(super) struct Text(pub(super) String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

/// A list of strings; a single string is a list of one, and null is empty.
#[derive(Debug, Default)]
pub(super) struct TextList(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for TextList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = List::<Item>::deserialize(deserializer)?.0;
        Ok(Self(items.into_iter().map(Item::into_text).collect()))
    }
}

/// A list of anything; a single scalar is a list of one, and null is empty.
#[derive(Debug)]
pub(super) struct List<T>(pub(super) Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListVisitor<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
            type Value = List<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(List(items))
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(List::default())
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                let one = T::deserialize(de::value::StrDeserializer::new(text))?;
                Ok(List(vec![one]))
            }
        }
        deserializer.deserialize_any(ListVisitor(std::marker::PhantomData))
    }
}

/// A list item: a string, or a map such as `No Tailwind: clashes` that was meant as one.
#[derive(Debug)]
pub(super) enum Item {
    Text(String),
    Map(Map<String, Value>),
}

impl Item {
    /// Returns the text; a map of one pair reads `key: value` again.
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Map(map) => {
                let pairs = map.iter().map(|(key, value)| match value {
                    Value::String(text) => format!("{key}: {text}"),
                    other => format!("{key}: {other}"),
                });
                pairs.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemVisitor;

        impl<'de> Visitor<'de> for ItemVisitor {
            type Value = Item;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a map")
            }

            fn visit_str<E>(self, text: &str) -> Result<Item, E> {
                Ok(Item::Text(text.to_owned()))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Item, E> {
                Ok(Item::Text(value.to_string()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Item, E> {
                Ok(Item::Text(value.to_string()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Item, E> {
                Ok(Item::Text(value.to_string()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Item, E> {
                Ok(Item::Text(format!("{value:?}")))
            }

            fn visit_unit<E>(self) -> Result<Item, E> {
                Ok(Item::Text(String::new()))
            }

            fn visit_i128<E>(self, value: i128) -> Result<Item, E> {
                Ok(Item::Text(value.to_string()))
            }

            fn visit_u128<E>(self, value: u128) -> Result<Item, E> {
                Ok(Item::Text(value.to_string()))
            }

            fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Item, A::Error> {
                any::entries(access).map(Item::Map)
            }
        }
        deserializer.deserialize_any(ItemVisitor)
    }
}

/// A map, or the text of a JSON object as the first program wrote it.
#[derive(Debug, Default)]
pub(super) struct Object(pub(super) Map<String, Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Item::deserialize(deserializer)? {
            Item::Map(map) => Ok(Self(map)),
            Item::Text(text) if text.trim().is_empty() => Ok(Self::default()),
            Item::Text(text) => serde_json::from_str(&text).map(Self).map_err(|cause| {
                de::Error::custom(format!("expected a map or the text of a JSON object: {cause}"))
            }),
        }
    }
}
